import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openShop } from './gmo/test-client.ts'
import { startSandbox } from './sandbox.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

type ReadyMessage = { ready: boolean; port: number; smtp_port: number }

async function startProcess(dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('exit', (code, signal) => resolve({ code, signal })),
  )
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
  )
  return { child, exit, line, ready: JSON.parse(line) as ReadyMessage }
}

const entry = (port: number) =>
  fetch(`http://127.0.0.1:${port}/sandbox/gmo/payment/EntryTran.idPass`, {
    method: 'POST',
    body: new URLSearchParams({
      ShopID: 'tshop00000001',
      ShopPass: 'sandboxpas',
      OrderID: 'lasting',
      JobCd: 'AUTH',
      Amount: '100',
    }),
  }).then((answer) => answer.text())

it('loses nothing when it is killed', async () => {
  const dataDir = folder()
  const first = await startProcess(dataDir)
  expect(first.line).toMatch(/^\{"ready":true,"port":\d+,"smtp_port":\d+\}\n$/)
  expect(await entry(first.ready.port)).toContain('AccessID=')
  first.child.kill('SIGKILL')
  await first.exit
  const second = await startProcess(dataDir)
  expect(await entry(second.ready.port)).toBe('ErrCode=E01&ErrInfo=E01040010')
  second.child.kill('SIGTERM')
  expect(await second.exit).toEqual({ code: 0, signal: null })
})

it('ends with its parent', async () => {
  const { child, exit } = await startProcess(folder(), { PARENT_PIPE: '1' })
  child.stdin.end()
  expect(await exit).toEqual({ code: 0, signal: null })
})

it('keeps a pending authentication and a member’s card over a restart, and no card number in the file', async () => {
  const dataDir = folder()
  const before = await openShop({ dataDir, publicUrl: 'https://shop.example/' })
  const { answer, access, OrderID } = await before.charge('4100000000000100', { TdFlag: '2' })
  expect(answer.RedirectUrl).toMatch(/^https:\/\/shop\.example\/sandbox\/gmo\/3ds\/brw\/callback\?transId=/)
  await before.close()
  expect(statSync(join(dataDir, 'sandbox')).mode & 0o077).toBe(0)
  for (const file of ['sandbox.sqlite'])
    expect(readFileSync(join(dataDir, 'sandbox', file)).includes('4100000000000100')).toBe(false)

  const after = await openShop({ dataDir })
  const page = await (await fetch(answer.RedirectUrl?.replace('https://shop.example', after.sandbox.url) ?? '')).text()
  expect(page).toContain('************0100')
  expect(await after.search(OrderID)).toMatchObject({ Status: 'AUTHENTICATED', ...access })
  await after.close()
})

it('deletes everything on reset, only for our own site', async () => {
  const shop = await openShop()
  await shop.entry({ OrderID: 'gone' })
  const reset = (headers: Record<string, string>) =>
    fetch(`${shop.sandbox.url}/sandbox/reset`, { method: 'POST', headers })
  expect((await reset({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect((await shop.search('gone')).Status).toBe('UNPROCESSED')
  expect((await reset({})).status).toBe(200)
  expect((await shop.search('gone')).ErrInfo).toBe('E01110002')
  await shop.close()
})

it('reads no body beyond its limit, and one without a length up to the limit', async () => {
  const sandbox = await startSandbox()
  const post = async (parts: number) => {
    let sent = 0
    const part = new Uint8Array(65_536).fill(120)
    const body = new ReadableStream({ pull: (to) => (sent++ < parts ? to.enqueue(part) : to.close()) })
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    // The connection may be closed while the rest is still being sent.
    const status = await fetch(`${sandbox.url}/sandbox/mail/script`, init).then(
      (answer) => answer.status,
      () => 'cut',
    )
    return { status, sent }
  }
  expect((await post(2)).status).toBe(200)
  const long = await post(1_600)
  expect([413, 'cut']).toContain(long.status)
  expect(long.sent).toBeLessThan(200)
  const declared = await fetch(`${sandbox.url}/sandbox/mail/script`, { method: 'POST', body: 'x'.repeat(1_200_000) })
  expect(declared.status).toBe(413)
  await sandbox.stop()
})

it('every page has its own strict policy and escapes what it shows', async () => {
  const shop = await openShop()
  await shop.member('m')
  await shop.post('UpdateMember', {
    SiteID: 'tsite00000001',
    SitePass: 'sandboxsit',
    MemberID: 'm',
    MemberName: '<img src=x onerror=alert(1)>',
  })
  for (const path of ['/', '/gmo/', '/np/', '/gmo-deferred/', '/mail/', '/mail/none', '/gmo/3ds/brw/callback']) {
    const answer = await fetch(`${shop.sandbox.url}/sandbox${path}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-/)
    expect(policy).not.toContain('unsafe')
    const page = await answer.text()
    expect(page).toContain('<html lang="ja">')
    expect(page).not.toContain('<img')
  }
  expect(await (await fetch(`${shop.base}/`)).text()).toContain('&lt;img src=x onerror=alert(1)&gt;')
  await shop.close()
})

it('can be started twice in parallel', async () => {
  const [one, two] = await Promise.all([startSandbox(), startSandbox()])
  expect(one.port).not.toBe(two.port)
  await Promise.all([one.stop(), two.stop()])
})
