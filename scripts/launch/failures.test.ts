import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { root } from './environment.ts'

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

test.each([
  [
    'a port in use',
    { PORT: String(port) },
    `Port ${port} is in use: stop what runs there, or set PORT to another one.`,
  ],
  ['no port', { PORT: 'http' }, 'PORT is http, which is no port number.'],
  ['a foreign address', { HOST: '192.0.2.1' }, 'HOST is 192.0.2.1, which is no address of this machine.'],
  [
    'a folder that is a file',
    { DATA_DIR: join(folder, 'file') },
    /^The data folder .* cannot be used \(.*\): set DATA_DIR to another one\.$/,
  ],
  [
    'no database',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/shop' },
    /^DATABASE_URL postgres:\/\/me:\*\*\*@127\.0\.0\.1:1\/shop cannot be used: no PostgreSQL answers there\.$/,
  ],
  ['no URL', { DATABASE_URL: 'shop' }, /^DATABASE_URL shop is not a URL such as /],
  ['a switch that is none', { SANDBOX: 'maybe' }, 'SANDBOX is maybe: say on or off.'],
])('%s: one sentence, exit 1', async (_, env, sentence) => {
  const { code, stderr } = await start(env)
  expect(code).toBe(1)
  expect(stderr.trim()).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
