-- Sends the requests of a file with wrk, in their order from an offset: a path in each line, and after a tab the body of a
-- POST. It writes one line of JSON with what wrk has counted and the number of the last request.
local threads, lines = {}, {}

function setup(thread)
  table.insert(threads, thread)
end

function init(arguments)
  for line in io.lines(arguments[1]) do
    lines[#lines + 1] = line
  end
  position = tonumber(arguments[2])
end

function request()
  position = position + 1
  local path, body = lines[(position - 1) % #lines + 1]:match("^(%S+)\t?(.*)$")
  if body == "" then
    return wrk.format("GET", path)
  end
  return wrk.format("POST", path, nil, body)
end

function done(summary)
  local errors = summary.errors
  io.write(string.format('\n{"requests":%d,"microseconds":%d,"refused":%d,"broken":%d,"position":%d}\n', summary.requests,
    summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    threads[1]:get("position")))
end
