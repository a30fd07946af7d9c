import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { environmentWithAddresses, writeAddressFile } from './address-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kushi-address-'))
const copy = `${folder}-copy`
afterAll(() => {
  for (const one of [folder, copy]) rmSync(one, { recursive: true, force: true })
})
const running = { DATA_DIR: folder, DATABASE_URL: 'postgres://u:secret@h/d', SANDBOX_URL: 'http://127.0.0.1:9' }

test('a command finds the running shop, no password in the file, and nothing from a copy of the folder', () => {
  const forget = writeAddressFile(running)
  expect(environmentWithAddresses({ SMTP_URL: 'smtp://own', SANDBOX_URL: '' }, folder)).toEqual({
    SANDBOX_URL: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://own',
  })
  cpSync(folder, copy, { recursive: true })
  expect(environmentWithAddresses({}, copy)).toEqual({})
  forget()
  expect(existsSync(join(folder, 'shop.json'))).toBe(false)
})

test('a file that another process has written since is kept', () => {
  const forget = writeAddressFile(running)
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ pid: 1, folder: '', env: {} }))
  forget()
  expect(existsSync(join(folder, 'shop.json'))).toBe(true)
})
