import { randomUUID } from 'node:crypto'
import { gmoGatewayClient, TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { pdfText } from '@kushi/adapters/testing/pdf-text'
import { testDatabase } from '@kushi/db/testing'
import { formatYen } from '@kushi/values/yen'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../cli/run-command.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { comeBack, oil, toTheBank } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const env = environment(database.url, sandbox)
const server = await startServer(env)
const gateway = gmoGatewayClient(sandbox)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})

const pdf = (orderNo: string, query: string, token: string) =>
  fetch(`${url}/v1/file/export/pdf/${orderNo}?${query}`, { headers: { authorization: `Bearer ${token}` } })

/** The text of a mail that the mail simulator received. */
async function mailTo(email: string, subject: string): Promise<string> {
  const res = await fetch(`${sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`)
  const { messages } = (await res.json()) as { messages: { subject: string; text: string }[] }
  return messages.find((mail) => mail.subject.includes(subject))?.text ?? ''
}

/** ご利用明細 before the parcel leaves, 領収書 and 納品書 afterwards. */
test('the PDFs of a paid order match the order', async () => {
  const member = await newMember(call)
  const { token } = member
  const { order_no, redirect_url } = await toTheBank({ call, gateway, member }, TEST_CARD_NUMBERS.ok, {
    items: [{ ...oil, quantity: 2 }],
  })
  expect((await pdf(order_no, 'type=receipt', token)).status).toBe(409)
  await comeBack(url, await gateway.visit(redirect_url))
  const { data: order } = await call('GET /v1/order/public/detail/{order_no}', { params: { order_no }, token })
  const shown = async () => (await call('GET /v1/order/public/list', { query: { order_no }, token })).data.items
  const matches = async (type: string, title: string) => {
    const res = await pdf(order_no, `type=${type}&name=${encodeURIComponent('株式会社 椿野')}`, token)
    expect(res.headers.get('content-type')).toBe('application/pdf')
    expect(res.headers.get('content-disposition')).toBe(
      `attachment; filename="${order_no}.pdf"; filename*=UTF-8''${encodeURIComponent(title)}_${order_no}.pdf`,
    )
    const text = pdfText(new Uint8Array(await res.arrayBuffer()))
      .flat()
      .join('')
      .replace(/\s/g, '')
    for (const said of [title, order_no, '株式会社椿野御中', `合計(税込)${formatYen(order.payment_total)}`])
      expect(text).toContain(said)
    for (const item of order.items) {
      expect(text).toContain(item.product_name.replace(/\s/g, ''))
      expect(text).toContain(`${item.tax_rate}%${item.quantity}${formatYen(item.price)}${formatYen(item.subtotal)}`)
    }
    for (const line of order.tax_lines)
      expect(text).toContain(`${line.tax_rate}%対象${formatYen(line.total)}内消費税${formatYen(line.tax)}`)
  }
  await matches('statement', 'ご利用明細')
  expect(await shown()).toMatchObject([{ receipt_count: 0, receipt_available: false, statement_available: true }])
  await runCommand(['orders', 'ship', order_no, '--tracking', '123456789012'], env)
  await matches('receipt', '領収書')
  await matches('delivery-slip', '納品書')
  expect(await shown()).toMatchObject([{ receipt_count: 1, receipt_available: true, statement_available: false }])
})

test('the link in the mail sets a new password, and ends every session', async () => {
  const { email, token } = await newMember(call)
  for (const address of [email, `${randomUUID()}@example.com`])
    expect(await call('POST /v1/common/reset-password/', { body: { email: address } })).toEqual({
      status: 200,
      data: {},
    })
  const isSent = () => mailTo(email, 'パスワード再設定')
  await expect.poll(isSent).toContain('http://shop.example/sh/passreset?token=')
  const mail = await isSent()
  const link = /token=([\w-]{43})/.exec(mail)![1]!
  const body = { token: link, password: 'Tsubaki2027', password_confirm: 'Tsubaki2027' }
  expect((await call('PATCH /v1/common/reset-password_confirm/', { body })).status).toBe(200)
  expect((await call('PATCH /v1/common/reset-password_confirm/', { body })).meta).toMatchObject({ code: 8003 })
  expect((await call('PATCH /v1/common/reset-password_confirm/', { body: { ...body, token: '' } })).meta.code).toBe(
    8004,
  )
  expect((await call('POST /v1/common/me', { token })).status).toBe(401)
  const login = await call('POST /v1/common/login/customer/', { body: { email, password: 'Tsubaki2027' } })
  expect(login.status).toBe(200)
})

test('a card is registered, entered again and deleted, with 3-D Secure at the gateway', async () => {
  const { token } = await newMember(call)
  const list = async () => (await call('GET /v1/common/mypage/card/list', { token })).data.items
  const back = async (redirect_url: string | null) => comeBack(url, await gateway.visit(redirect_url!))
  const fresh = async (expire?: string) => ({
    token: await gateway.token(TEST_CARD_NUMBERS.master, expire),
    idempotency_key: randomUUID(),
  })
  const registered = await call('POST /v1/common/mypage/card/register', { body: await fresh(), token })
  expect(await back(registered.data.redirect_url)).toBe('303 /sh/mypage/payments?registered=1')
  expect(await list()).toMatchObject([{ card_seq: 0, brand: 'mastercard', default_flag: '1', expiry_state: 'valid' }])
  const again = { ...(await fresh('3506')), card_seq: 0 }
  const updated = await call('POST /v1/common/mypage/card/update', { body: again, token })
  expect(await list()).toMatchObject([{ card_seq: 0, expire: '3012' }])
  expect(await back(updated.data.redirect_url)).toBe('303 /sh/mypage/payments?registered=1')
  expect(await list()).toMatchObject([{ card_seq: 1, expire: '3506', default_flag: '1' }])
  const { data: me } = await call('POST /v1/common/me', { token })
  const params = { customer_id: me.id, card_seq: 1 }
  const removed = await call('DELETE /v1/customer/{customer_id}/card/{card_seq}/delete', { params, token })
  expect(removed.data.default_card_seq).toBeNull()
  expect(await list()).toEqual([])
})
