/**
 * Versions and tokens are made of time: microseconds since 1970, or one more than the last number of the scope where the clock has
 * not gone on. So they rise over deletion and expiry without a memory of each key, and after everything was lost. The last number is
 * kept for a day: a clock set back by less repeats none of them.
 */
const nextNumber = `
local function next_number(counter)
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local last = tonumber(redis.call('GET', counter) or 0)
  local number = string.format('%.0f', math.max(last + 1, now))
  redis.call('SET', counter, number, 'PX', 86400000)
  return number
end
`;

const writeValue = `
local function write_value(key, counter, value, ttl)
  local version = next_number(counter)
  redis.call('HSET', key, 'value', value, 'version', version)
  if ttl == '' then redis.call('PERSIST', key) else redis.call('PEXPIRE', key, ttl) end
  return version
end
`;

/** Every script touches keys of one scope only, so that a cluster can run it. Numbers come back as texts. */
export const scripts = {
  /** KEYS value, counter; ARGV value, ttl in ms or '' for ever. */
  setValue: { numberOfKeys: 2, lua: `${nextNumber}${writeValue}return write_value(KEYS[1], KEYS[2], ARGV[1], ARGV[2])` },

  /** KEYS value, counter; ARGV value, ttl, expected version. Answers the new version, or nil. */
  compareAndSetValue: {
    numberOfKeys: 2,
    lua: `${nextNumber}${writeValue}
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[3] then return nil end
return write_value(KEYS[1], KEYS[2], ARGV[1], ARGV[2])`,
  },

  /** KEYS list; ARGV position or '' for the end, ttl or '' for what it has, values. Answers length before and after; after is -1 where the position is behind the end. */
  appendToList: {
    numberOfKeys: 1,
    lua: `
local before = redis.call('LLEN', KEYS[1])
local position = tonumber(ARGV[1]) or before
if position > before then return {before, -1} end
local after = before
for i = 3 + before - position, #ARGV do after = redis.call('RPUSH', KEYS[1], ARGV[i]) end
if ARGV[2] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return {before, after}`,
  },

  /** KEYS lease, counter; ARGV holder, ttl. Answers the token, or nil while another has it. */
  acquireLease: {
    numberOfKeys: 2,
    lua: `${nextNumber}
local held = redis.call('HMGET', KEYS[1], 'holder', 'token')
if held[1] and held[1] ~= ARGV[1] then return nil end
local token = held[2] or next_number(KEYS[2])
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'token', token)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return token`,
  },

  /** KEYS lease; ARGV holder. */
  releaseLease: {
    numberOfKeys: 1,
    lua: `if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then redis.call('DEL', KEYS[1]) end`,
  },
};
