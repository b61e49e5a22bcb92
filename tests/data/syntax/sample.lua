local json = require("json")

local M = {}
local DEFAULT_SIZE = 10

--- Makes a queue.
-- @param size capacity
function M.new(size)
  return setmetatable({ size = size or DEFAULT_SIZE }, { __index = M })
end

-- Adds a value.
function M:push(value)
  table.insert(self, value)
end

local function helper(x)
  return json.encode(x)
end

M.decode = function(text)
  return helper(text)
end

return { open = function() return M.new() end }
