import { type AddressInfo, createServer, type Socket } from 'node:net'
import { startSandbox } from '@kushi/sandbox/sandbox'
import { afterAll, expect, test } from 'vitest'
import { smtpMail } from './smtp.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const port = smtpMail(`smtp://127.0.0.1:${sandbox.smtpPort}`)
const from = { name: '椿野 オンラインショップ', address: 'support@tsubakino.example' }
const mail = { from, to: 'hanako@example.com', subject: '【椿野】ご注文ありがとうございます', text: '本文\n二行目\n' }

interface ReceivedMail {
  envelope: { from: string; to: string[] }
  from: string
  subject: string
  text: string
  headers: { name: string; value: string }[]
}
async function inbox(to: string): Promise<ReceivedMail[]> {
  const res = await fetch(`${sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(to)}`)
  return ((await res.json()) as { messages: ReceivedMail[] }).messages
}

test('arrives with its Japanese characters, its sender and its Message-ID', async () => {
  await port.send({ ...mail, message_id: '<order-received.K1@tsubakino.example>' })
  const [received] = await inbox(mail.to)
  expect(received).toMatchObject({
    envelope: { from: from.address, to: [mail.to] },
    from: `${from.name} <${from.address}>`,
    subject: mail.subject,
    text: mail.text,
  })
  const id = received!.headers.find(({ name }) => name === 'message-id')
  expect(id?.value).toBe('<order-received.K1@tsubakino.example>')
  const automatic = received!.headers.find(({ name }) => name === 'auto-submitted')
  expect(automatic?.value).toBe('auto-generated')
})

test.each(["o'neil+shop@example.com", 'a,b@example.com'])('goes only to %s', async (to) => {
  await port.send({ ...mail, to, message_id: '<2@tsubakino.example>' })
  const all = (await (await fetch(`${sandbox.url}/sandbox/mail/messages.json`)).json()) as { messages: ReceivedMail[] }
  // Unquoted and quoted forms are the same address.
  expect(all.messages[0]!.envelope.to.map((one) => one.replaceAll('"', ''))).toEqual([to])
})

test('a name with a line break can’t add a header', async () => {
  const name = '椿野\r\nBcc: spy@example.com'
  await port.send({ ...mail, from: { ...from, name }, to: 'safe@example.com', message_id: '<3@tsubakino.example>' })
  const [received] = await inbox('safe@example.com')
  expect(received!.headers.some(({ name }) => name === 'bcc')).toBe(false)
  expect(await inbox('spy@example.com')).toEqual([])
})

test.each(['error:451', 'error:550', 'drop-before'])('%s: throws', async (kind) => {
  const body = JSON.stringify({ api: 'DATA', kind, times: 1 })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${sandbox.url}/sandbox/mail/script`, { method: 'POST', headers, body })
  await expect(port.send({ ...mail, message_id: '<4@tsubakino.example>' })).rejects.toThrow()
})

test('an internal server is not contacted if `outside` is required', async () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const outside = smtpMail(`smtp://${host}:${sandbox.smtpPort}`, { outside: true })
    await expect(outside.send({ ...mail, message_id: '<5@tsubakino.example>' })).rejects.toThrow(
      'leads into the network',
    )
    outside.close()
  }
})

test('a server that never stops sending is disconnected, and the next message uses a new connection', async () => {
  const open: Socket[] = []
  const talker = createServer((socket) => {
    open.push(socket)
    socket
      .on('error', () => undefined)
      .resume()
      .write('220 talker\r\n')
    const talk = setInterval(() => socket.write('250-more\r\n'), 20)
    socket.on('close', () => clearInterval(talk))
  })
  await new Promise<void>((resolve) => talker.listen(0, '127.0.0.1', resolve))
  const patient = smtpMail(`smtp://127.0.0.1:${(talker.address() as AddressInfo).port}`, { mostMs: 300 })
  await expect(patient.send({ ...mail, message_id: '<6@tsubakino.example>' })).rejects.toThrow()
  await expect.poll(() => open.every(({ destroyed }) => destroyed)).toBe(true)
  await expect(patient.send({ ...mail, message_id: '<7@tsubakino.example>' })).rejects.toThrow()
  expect(open).toHaveLength(2)
  patient.close()
  talker.close()
})
