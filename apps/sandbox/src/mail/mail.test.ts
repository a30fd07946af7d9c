import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox.ts'

let sandbox: Sandbox
const base = () => `${sandbox.url}/sandbox/mail`
beforeAll(async () => {
  sandbox = await startSandbox({ publicUrl: 'http://localhost:3000' })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

/** Speaks raw SMTP and returns every reply code; `cut` if the server closed the connection. */
function speak(to: string, message: string): Promise<string[]> {
  const lines = ['EHLO shop', 'MAIL FROM:<shop@kushi.example>', `RCPT TO:<${to}>`, 'DATA', `${message}\r\n.`, 'QUIT']
  return new Promise((resolve) => {
    const codes: string[] = []
    const socket = connect(sandbox.smtpPort, '127.0.0.1')
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n')) {
        if (!/^\d{3} /.test(line)) continue
        codes.push(line.slice(0, 3))
        const next = lines.shift()
        if (next !== undefined) socket.write(`${next}\r\n`)
      }
    })
    socket.on('close', () => resolve(lines.length === 0 ? codes : [...codes, 'cut']))
    socket.on('error', () => undefined)
  })
}

const MAIL = [
  'From: =?UTF-8?B?5qub5bGL?= <shop@kushi.example>',
  'To: hanako@example.com',
  `Subject: =?UTF-8?B?${Buffer.from('ご注文ありがとうございます <script>').toString('base64')}?=`,
  'MIME-Version: 1.0',
  'List-Unsubscribe: <http://localhost:3000/stop>',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=UTF-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('花子 様\nhttp://localhost:3000/mypage?a=1&b=2\n').toString('base64'),
  '--b',
  'Content-Type: text/html; charset=UTF-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<p>花子 様 <a href="http://localhost:3000/">お店</a></p><script>alert(1)</script>').toString('base64'),
  '--b--',
].join('\r\n')

type MessageList = {
  messages: {
    id: string
    subject: string
    text: string
    html: string
    from: string
    envelope: { from: string; to: string[] }
  }[]
}
const list = async (to = '') =>
  ((await (await fetch(`${base()}/messages.json?to=${to}`)).json()) as MessageList).messages
const script = (body: object) =>
  fetch(`${base()}/script`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

it('accepts a mail and shows it', async () => {
  expect(await speak('Hanako@example.com', MAIL)).toEqual(['220', '250', '250', '250', '354', '250', '221'])
  await speak('taro@example.com', 'Subject: two\r\n\r\nplain')
  expect((await list()).map(({ envelope }) => envelope.to[0])).toEqual(['taro@example.com', 'Hanako@example.com'])
  const [mail] = await list('hanako@example.com')
  expect(mail).toMatchObject({
    subject: 'ご注文ありがとうございます <script>',
    from: '櫛屋 <shop@kushi.example>',
    envelope: { from: 'shop@kushi.example' },
  })
  expect(mail?.text).toContain('花子 様')

  const page = await (await fetch(`${base()}/${mail?.id}`)).text()
  expect(page).toContain('<a href="http://localhost:3000/mypage?a=1&amp;b=2">')
  expect(page).toContain('ご注文ありがとうございます &lt;script&gt;')
  expect(page).toContain('list-unsubscribe: &lt;http://localhost:3000/stop&gt;')
  const body = await fetch(`${base()}/${mail?.id}/html`)
  expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/)
  expect(await body.text()).toContain('花子 様')
})

it('deletes one address’s mail, or everything', async () => {
  await speak('a@example.com', MAIL)
  await speak('b@example.com', MAIL)
  await fetch(`${base()}/messages.json?to=a@example.com`, { method: 'DELETE' })
  expect(await list()).toHaveLength(1)
  await fetch(`${base()}/messages.json`, { method: 'DELETE' })
  expect(await list()).toEqual([])
})

it('rejects temporarily or permanently, as ordered', async () => {
  await script({ times: 2 })
  expect(await speak('a@example.com', MAIL)).toContain('451')
  expect(await speak('a@example.com', MAIL)).toContain('451')
  expect(await speak('a@example.com', MAIL)).not.toContain('451')
  await script({ kind: 'error:550' })
  expect(await speak('a@example.com', MAIL)).toContain('550')
  expect(await list()).toHaveLength(1)
})

it('loses its response as ordered, with or without the mail', async () => {
  await script({ kind: 'drop-before' })
  expect(await speak('a@example.com', MAIL)).toContain('cut')
  expect(await list()).toHaveLength(0)
  await script({ kind: 'drop-after' })
  expect(await speak('a@example.com', MAIL)).toContain('cut')
  expect(await list()).toHaveLength(1)
})
