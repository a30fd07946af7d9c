import { startSandbox } from '@kushi/sandbox/sandbox'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { messageOf } from './message.ts'
import { smtpMail } from './smtp.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const port = smtpMail(`smtp://127.0.0.1:${sandbox.smtpPort}`)
const from = { name: '椿野 オンラインショップ', address: 'support@tsubakino.example' }
const mail = { from, to: 'hanako@example.com', subject: 'ご注文', text: '本文', message_id: '<1@tsubakino.example>' }

interface Received {
  from: string
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
}
async function received(): Promise<Received> {
  const res = await fetch(`${sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(mail.to)}`)
  return ((await res.json()) as { messages: Received[] }).messages[0]!
}

const line = fc.constantFrom(
  '.',
  '..',
  '--next-part',
  '--next-part--',
  'From: x',
  '=?UTF-8?B?44GC?=',
  '髙﨑 𠮷野 🌸',
  'x'.repeat(3000),
)
const body = fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => `${lines.join('\n')}\n`)

test('whatever lines a mail has, they arrive as they were', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.option(body, { nil: undefined }), async (text, html) => {
      await port.send({ ...mail, text, ...(html !== undefined && { html }) })
      expect(await received()).toMatchObject({ text, html: html ?? '' })
    }),
    { numRuns: 30 },
  )
})

test('whatever a subject contains, it stays in its header', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (subject) => {
      const { raw, envelope } = messageOf({ ...mail, subject: `${subject}\r\nBcc: spy@example.com` })
      const [head = ''] = raw.toString().split('\r\nContent-Type: ')
      const names = head.split(/\r\n(?![ \t])/).map((row) => row.slice(0, row.indexOf(':')))
      expect(names).toEqual(['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version'])
      expect(envelope).toEqual({ from: from.address, to: [mail.to] })
    }),
  )
})

test('no line is longer than mail servers take, and each ends with CRLF', () => {
  const { raw } = messageOf({ ...mail, subject: '椿'.repeat(300), text: '本'.repeat(9000), html: '文'.repeat(9000) })
  const lines = raw.toString().split('\r\n')
  expect(lines.every((one) => one.length <= 78 && !/[\r\n]/.test(one))).toBe(true)
})

test('an advert can be ended by the mail program’s own button', async () => {
  const unsubscribe_url = `https://shop.example/sh/letters/stop?token=${'k'.repeat(200)}`
  await port.send({ ...mail, unsubscribe_url })
  const { headers } = await received()
  expect(headers.filter(({ name }) => name.startsWith('list-unsubscribe'))).toMatchObject([
    { name: 'list-unsubscribe', value: `<${unsubscribe_url}>` },
    { name: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' },
  ])
})
