-- A real client: opens a project, sees diagnostics, applies a quick fix, renames across three files, formats, completes.
-- Writes a line for each thing it has seen to results.txt.
local results = {}
local function say(text) table.insert(results, text) end
local function finish()
  vim.fn.writefile(results, 'results.txt')
  vim.cmd('qall!')
end

local client
local function open(name)
  vim.cmd('edit ' .. name)
  local buffer = vim.api.nvim_get_current_buf()
  client = client or vim.lsp.start_client({
    name = 'banto',
    cmd = { vim.env.BANTO, 'lsp' },
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(buffer, client)
  return buffer
end

local function request(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}
  for _, answer in pairs(answers) do
    if answer.error then say('error: ' .. answer.error.message) end
    return answer.result
  end
end

local function codes(buffer)
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code) or '?')
  end
  table.sort(found)
  return table.concat(found, ' ')
end

local function wait_for(buffer, wanted)
  vim.wait(20000, function() return codes(buffer) == wanted end, 20)
  return codes(buffer)
end

local ok, problem = pcall(function()
  local one = open('one.pddl')
  local domain = open('domain.pddl')
  vim.wait(20000, function() return vim.lsp.get_client_by_id(client).initialized end, 20)
  say('diagnostics: ' .. wait_for(domain, 'E0202'))

  local range = { start = { line = 0, character = 0 }, ['end'] = { line = 99, character = 0 } }
  local text = { uri = vim.uri_from_bufnr(domain) }
  local actions = request(domain, 'textDocument/codeAction', { textDocument = text, range = range, context = { diagnostics = {} } })
  say('fix: ' .. actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  say('fixed: ' .. wait_for(domain, ''))

  local place = { textDocument = text, position = { line = 2, character = 16 }, newName = 'on' }
  local rename = request(domain, 'textDocument/rename', place)
  vim.lsp.util.apply_workspace_edit(rename, 'utf-16')
  for _, name in ipairs({ 'domain.pddl', 'one.pddl', 'two.pddl' }) do
    local lines = vim.api.nvim_buf_get_lines(vim.fn.bufnr(name, true), 0, -1, false)
    local count = 0
    for _, line in ipairs(lines) do
      for _ in line:gmatch('%(on[ )]') do count = count + 1 end
    end
    say('renamed in ' .. name .. ': ' .. count)
  end

  local options = { tabSize = 2, insertSpaces = true }
  local edits = request(one, 'textDocument/formatting', { textDocument = { uri = vim.uri_from_bufnr(one) }, options = options })
  vim.lsp.util.apply_text_edits(edits, one, 'utf-16')
  say('formatted: ' .. vim.api.nvim_buf_get_lines(one, 2, 3, false)[1])

  local at = { textDocument = text, position = { line = 6, character = 22 } }
  local items = request(domain, 'textDocument/completion', at)
  say('completes: ' .. items[1].label)
end)
if not ok then say('failed: ' .. tostring(problem)) end
finish()
