// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/log/report.hpp>

#include <ostream>
#include <string_view>

namespace weft {

/// A JSON string, quotes included.
inline void write_json_string(std::ostream& out, std::string_view text) {
  static constexpr char hex[] = "0123456789abcdef";
  out << '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out << '\\' << c;
    else if (byte < 0x20)
      out << "\\u00" << hex[byte >> 4] << hex[byte & 15];
    else
      out << c;
  }
  out << '"';
}

/// Writes a report as JSON: `latency` and every time in integer picoseconds; `op_log`, one object per op, in the order
/// performed; `waits` ordered by their end; `unreceived`, one object per message not both sent and received. Ids that are not there are null. The same run gives the same bytes.
inline void write_json(std::ostream& out, const Report& report) {
  const auto id = [&](RecordId record) -> std::ostream& {
    if (record == no_record) return out << "null";
    return out << record;
  };
  out << "{\"latency\": " << report.latency().ps << ",\n \"op_log\": [";
  const char* separator = "\n";
  for (const OpRecord& op : report.op_log()) {
    out << separator << "  {\"id\": " << op.id << ", \"kind\": ";
    separator = ",\n";
    write_json_string(out, op.kind);
    out << ", \"op\": ";
    write_json_string(out, op.op);
    out << ", \"PE\": " << op.pe << ", \"kernel\": " << op.kernel << ", \"engine\": ";
    write_json_string(out, op.engine);
    out << ", \"issued\": " << op.issued.ps << ", \"start\": " << op.start.ps
        << ", \"end\": " << op.end.ps << ", \"bytes\": " << op.bytes << ", \"flops\": " << op.flops
        << ", \"address\": " << op.address << ", \"place\": ";
    if (op.kind.starts_with("memory/") && report.knows(op.address))
      write_json_string(out, report.where(op.address).text());
    else
      out << "null";
    out << ", \"shape\": [" << op.rows << ", " << op.cols << "], \"file\": ";
    write_json_string(out, op.file);
    out << ", \"line\": " << op.line << ", \"producers\": [";
    for (std::size_t i = 0; i != op.producers.size(); ++i) {
      if (i != 0) out << ", ";
      id(op.producers[i]);
    }
    out << "], \"parent\": ";
    id(op.parent) << '}';
  }
  out << "],\n \"waits\": [";
  separator = "\n";
  for (const WaitRecord& wait : report.waits()) {
    out << separator << "  {\"consumer_file\": ";
    separator = ",\n";
    write_json_string(out, wait.consumer_file);
    out << ", \"consumer_line\": " << wait.consumer_line << ", \"producer_file\": ";
    write_json_string(out, wait.producer_file);
    out << ", \"producer_line\": " << wait.producer_line << ", \"ps\": " << wait.waited.ps << '}';
  }
  out << "],\n \"unreceived\": [";
  separator = "\n";
  for (const Unreceived& message : report.unreceived()) {
    out << separator << "  {\"state\": ";
    separator = ",\n";
    write_json_string(out, name_of(message.state));
    out << ", \"PE\": " << message.pe << ", \"peer\": " << message.peer
        << ", \"kernel\": " << message.kernel << ", \"file\": ";
    write_json_string(out, message.where.file_name());
    out << ", \"line\": " << message.where.line() << ", \"since\": " << message.since.ps << '}';
  }
  out << "]}\n";
}

}  // namespace weft
