import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lockFolder } from '@kushi/db/embedded/folder-lock'
import { setUp } from '@kushi/db/setup'
import { SetupError } from '@kushi/db/setup-error'
import { afterAll, expect, test, vi } from 'vitest'
import { amazonKey } from './amazon-key.ts'
import { readEnvironment, root } from './environment.ts'
import { reservePort } from './port.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-failures-'))
const taken = createServer().listen(0, '127.0.0.1')
await once(taken, 'listening')
const { port } = taken.address() as AddressInfo
await writeFile(join(folder, 'file'), '')
afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true })
})

async function start(env: NodeJS.ProcessEnv): Promise<{ code: number; stderr: string }> {
  const options = { cwd: root, env: { ...process.env, PORT: '0', DATA_DIR: folder, SANDBOX: 'off', ...env } }
  const run = promisify(execFile)(process.execPath, ['scripts/launch/main.ts', 'start'], options)
  return run.then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }) => ({ code, stderr }),
  )
}

/** Reads only these variables, without `.env`. */
function read(env: Record<string, string>): string {
  for (const [name, value] of Object.entries({ PORT: '0', SANDBOX: 'off', ...env })) vi.stubEnv(name, value)
  try {
    readEnvironment()
  } catch (error) {
    if (error instanceof SetupError) return error.message
    throw error
  } finally {
    vi.unstubAllEnvs()
  }
  return ''
}

test.each([
  ['no port', { PORT: 'http' }, 'PORT is http, which is no port number.'],
  [
    'a way past no pooler',
    { DATABASE_URL: '', DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/shop' },
    /^DATABASE_DIRECT_URL is set and DATABASE_URL is not: say both, or neither\.$/,
  ],
  ['a switch that is none', { SANDBOX: 'maybe' }, 'SANDBOX is maybe: say on or off.'],
  [
    'an address with a path',
    { PUBLIC_URL: 'https://shop.example/sh/' },
    /^PUBLIC_URL is https:.*, which is no address of a shop/,
  ],
  [
    'the sandbox in public',
    { SANDBOX: 'on', PUBLIC_URL: 'https://shop.example' },
    /^The sandbox is on and PUBLIC_URL is/,
  ],
  [
    'a real provider beside it',
    { SANDBOX: 'on', GMO_BASE_URL: 'https://p01.mul-pay.jp' },
    /^The sandbox is on and real /,
  ],
  [
    'a real key beside it',
    { SANDBOX: 'on', AMAZON_PRIVATE_KEY: 'x' },
    /^The sandbox is on and AMAZON_PRIVATE_KEY is set/,
  ],
  [
    'a known secret without it',
    { LINE_CHANNEL_SECRET: 'sandbox-line-channel-secret-0000' },
    /^LINE_CHANNEL_SECRET is /,
  ],
])('%s: one sentence', (_, env, sentence) => {
  expect(read(env as Record<string, string>)).toMatch(sentence)
  expect(read(env as Record<string, string>).split('\n')).toHaveLength(1)
})

test('all mistakes are reported together', () => {
  const failure = read({ PORT: '70000', SANDBOX: 'maybe', SANDBOX_PORT: 'x', PUBLIC_URL: 'shop' })
  expect(failure.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'PORT',
    'SANDBOX_PORT',
    'PUBLIC_URL',
    'SANDBOX',
  ])
})

test.each<[string, () => Promise<unknown>, string | RegExp]>([
  [
    'a port in use',
    () => reservePort('127.0.0.1', port, 0),
    `Port ${port} is in use: stop what runs there, or set PORT to another one.`,
  ],
  [
    'a foreign address',
    () => reservePort('192.0.2.1', 0, 0),
    'HOST is 192.0.2.1, which is no address of this machine.',
  ],
  [
    'a folder that is a file',
    () => lockFolder(join(folder, 'file'), () => undefined),
    /^The data folder .* cannot be used \(.*\): set DATA_DIR to another one\.$/,
  ],
  ['no URL', () => setUp('shop'), /^DATABASE_URL shop is not a URL such as /],
])('%s: one sentence', async (_, begin, sentence) => {
  const failure = await begin().catch((error: Error) => error)
  expect(failure).toBeInstanceOf(SetupError)
  expect((failure as Error).message).toMatch(sentence)
  expect((failure as Error).message.split('\n')).toHaveLength(1)
})

test.each([
  [
    'a taken port of the sandbox',
    { SANDBOX: 'on', SANDBOX_PORT: String(port) },
    `Port ${port} is in use: stop what runs there, or set SANDBOX_PORT to another one.`,
  ],
  [
    'no database',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/shop' },
    /^DATABASE_URL postgres:\/\/me:\*\*\*@127\.0\.0\.1:1\/shop cannot be used: no PostgreSQL answers there\.$/,
  ],
])('as a process, %s: only that sentence, exit 1', async (_, env, sentence) => {
  const { code, stderr } = await start(env)
  expect(code).toBe(1)
  expect(stderr.trim()).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('broken records of the sandbox: one sentence', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kushi-broken-'))
  await mkdir(join(dataDir, 'sandbox'))
  await writeFile(join(dataDir, 'sandbox/sandbox.sqlite'), 'x'.repeat(5_000))
  const run = promisify(execFile)(process.execPath, ['apps/sandbox/src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  })
  const { code, stderr } = await run.catch((error) => error)
  expect(code).toBe(1)
  expect(stderr.trim()).toMatch(/^The sandbox cannot use its records in .* delete that folder/)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  await rm(dataDir, { recursive: true })
})

test.each([
  ['an empty key', ''],
  ['half a key', '-----BEGIN PRIVATE KEY-----\nMIIE'],
])('%s for the simulator of Amazon Pay is recreated', async (_, left) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kushi-key-'))
  await writeFile(join(dataDir, 'amazon-sandbox-key.pem'), left)
  const made = await amazonKey(dataDir)
  expect(made.publicKey).toContain('BEGIN PUBLIC KEY')
  expect(await amazonKey(dataDir)).toEqual(made)
  await rm(dataDir, { recursive: true })
})

test('a folder can be used by one start at a time', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kushi-held-'))
  const first = await lockFolder(dataDir, () => undefined)
  await expect(lockFolder(dataDir, () => undefined)).rejects.toThrow(
    /^A shop already runs on .* \(process \d+\): stop it/,
  )
  expect((await stat(join(dataDir, 'launcher.lock'))).mode & 0o077).toBe(0)
  first.release()
  const second = await lockFolder(dataDir, () => undefined)
  expect(second.timeout).toBe(0)
  second.release()
  await rm(dataDir, { recursive: true })
})
