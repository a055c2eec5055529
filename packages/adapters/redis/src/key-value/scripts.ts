/**
 * Versions and tokens are made of time: microseconds since 1970, or one more than the last number of the scope where the clock has
 * not gone on. So they rise over deletion and expiry without a memory of each key, and after everything was lost. The last number is
 * stored for a day: a clock set back by less repeats none of them.
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

/**
 * Notes a key in its scope's index, with its end if it has one, and forgets some of those whose end has come. The index itself ends with
 * the last key if all have an end. A `f:` member notes a folder that `folders` has; one that is not noted yet is answered.
 */
const note = `
local function forget(index, ends, member)
  redis.call('ZREM', index, member)
  redis.call('ZREM', ends, member)
end
local function note(index, ends, member, folder, ttl)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  for _, over in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 50)) do forget(index, ends, over) end
  redis.call('ZADD', index, 0, member)
  if ttl == '' then redis.call('ZREM', ends, member) else redis.call('ZADD', ends, now + tonumber(ttl), member) end
  local lasting = redis.call('ZCARD', index) - redis.call('ZCARD', ends) - redis.call('ZLEXCOUNT', index, '[f:', '(f;')
  if lasting > 0 then
    redis.call('PERSIST', index)
    redis.call('PERSIST', ends)
  else
    local last = redis.call('ZREVRANGE', ends, 0, 0, 'WITHSCORES')
    redis.call('PEXPIREAT', index, last[2])
    redis.call('PEXPIREAT', ends, last[2])
  end
  return redis.call('ZSCORE', index, 'f:' .. folder) and 0 or 1
end
`;

const writeValue = `
local function write_value(keys, values)
  local version = next_number(keys[2])
  redis.call('HSET', keys[1], 'value', values[1], 'version', version)
  if values[2] == '' then redis.call('PERSIST', keys[1]) else redis.call('PEXPIRE', keys[1], values[2]) end
  return {version, note(keys[3], keys[4], values[3], values[4], values[2])}
end
`;

/**
 * Every script touches keys of one scope only, so that a cluster can run it. Numbers come back as texts. The last two KEYS of each are the
 * scope's index and its ends, and `member` is how the key stands there.
 */
export const scripts = {
  /** KEYS value, counter; ARGV value, ttl in ms or '' for ever, member, folder. Answers the version, and 1 if the folder is not noted. */
  setValue: { numberOfKeys: 4, lua: `${nextNumber}${note}${writeValue}return write_value(KEYS, ARGV)` },

  /** KEYS value, counter; ARGV value, ttl, member, folder, expected version. Answers as `setValue`, or nil. */
  compareAndSetValue: {
    numberOfKeys: 4,
    lua: `${nextNumber}${note}${writeValue}
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[5] then return nil end
return write_value(KEYS, ARGV)`,
  },

  /** KEYS list; ARGV position or '' for the end, ttl or '' for what it has, member, values. Answers length before and after; after is -1 where the position is behind the end. */
  appendToList: {
    numberOfKeys: 3,
    lua: `${note}
local before = redis.call('LLEN', KEYS[1])
local position = tonumber(ARGV[1]) or before
if position > before then return {before, -1} end
local after = before
for i = 4 + before - position, #ARGV do after = redis.call('RPUSH', KEYS[1], ARGV[i]) end
if after > 0 then
  if ARGV[2] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  local left = redis.call('PTTL', KEYS[1])
  note(KEYS[2], KEYS[3], ARGV[3], '', left < 0 and '' or left)
end
return {before, after}`,
  },

  /** KEYS lease, counter; ARGV holder, ttl, member. Answers the token, or nil while another has it. */
  acquireLease: {
    numberOfKeys: 4,
    lua: `${nextNumber}${note}
local held = redis.call('HMGET', KEYS[1], 'holder', 'token')
if held[1] and held[1] ~= ARGV[1] then return nil end
local token = held[2] or next_number(KEYS[2])
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'token', token)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
note(KEYS[3], KEYS[4], ARGV[3], '', ARGV[2])
return token`,
  },

  /** KEYS lease; ARGV holder, member. */
  releaseLease: {
    numberOfKeys: 3,
    lua: `${note}
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then return end
redis.call('DEL', KEYS[1])
forget(KEYS[2], KEYS[3], ARGV[2])`,
  },

  /** KEYS name; ARGV member. Answers 1 if something stood there. */
  removeKey: {
    numberOfKeys: 3,
    lua: `${note}
forget(KEYS[2], KEYS[3], ARGV[1])
return redis.call('DEL', KEYS[1])`,
  },

  /** KEYS name; ARGV member. Notes what stands there, or forgets what does no more. Answers 1 if something stands there that was not noted. */
  noteKey: {
    numberOfKeys: 3,
    lua: `${note}
local left = redis.call('PTTL', KEYS[1])
if left == -2 then forget(KEYS[2], KEYS[3], ARGV[1]) end
if left == -2 or redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 0 end
note(KEYS[2], KEYS[3], ARGV[1], '', left < 0 and '' or left)
return 1`,
  },

  /** KEYS index; ARGV folder. Forgets that a folder is noted if no value is in it. Answers 1 if it is noted no more. */
  forgetFolder: {
    numberOfKeys: 1,
    lua: `
if redis.call('ZLEXCOUNT', KEYS[1], '[v:' .. ARGV[1], '[v:' .. ARGV[1] .. '\\255') > 0 then return 0 end
redis.call('ZREM', KEYS[1], 'f:' .. ARGV[1])
return 1`,
  },
};
