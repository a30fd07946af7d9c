import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testDatabase } from '@kushi/db/testing'
import { environment, sandboxOf, startServer } from '@kushi/server/testing/server'
import { afterAll, expect, test } from 'vitest'
import { root } from '../launch/environment.ts'
import { packClient } from './pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'kushi-client-test-'))
const database = await testDatabase()
const sandbox = await sandboxOf()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
  rmSync(folder, { recursive: true })
})

const script = `
import { ApiError, connectAdmin, connectShop } from '@kushi/client'
const url = process.argv[2]!
const shop = connectShop({ url, shop: 2 })
const { items } = await shop('GET /v1/product', { query: { per_page: 2 } })
const name: string = items[0]!.product_name
// @ts-expect-error there is no such call
const wrong = () => shop('GET /v1/nothing')
const admin = connectAdmin({ url, token: 'kushi_2_' + 'x'.repeat(43) })
const refused = await admin('GET /admin/v1/orders', { query: {} }).catch((error: unknown) => error)
console.log(JSON.stringify([items.length, typeof name, refused instanceof ApiError && refused.status, typeof wrong]))
`

test('another project installs the package without a network, and calls a server with it', async () => {
  const packed = packClient(folder)
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"name":"project","private":true,"type":"module"}')
  const zod = execFileSync('npm', ['pack', join(root, 'node_modules/zod'), '--pack-destination', folder, '--silent'], {
    encoding: 'utf8',
    cwd: folder,
  }).trim()
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--silent']
  execFileSync('npm', ['install', ...quiet, packed, join(folder, zod)], { cwd: project })
  expect(readdirSync(join(project, 'node_modules'))).toEqual(expect.arrayContaining(['@kushi', 'zod']))

  writeFileSync(join(project, 'main.ts'), script)
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    outDir: 'built',
    skipLibCheck: true,
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { stdio: ['ignore', 'inherit', 'inherit'] })
  // In a separate process, because the server runs in this one.
  const { stdout } = await promisify(execFile)(process.execPath, [join(project, 'built/main.js'), server.url])
  expect(JSON.parse(stdout)).toEqual([2, 'string', 401, 'function'])
}, 600_000)
