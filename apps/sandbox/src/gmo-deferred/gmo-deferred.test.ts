import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { readXml, XmlError } from './xml.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.reset())

const shopInfo =
  '<shopInfo><authenticationId>sandbox-auth</authenticationId><shopCode>sandbox-shop</shopCode><connectPassword>sandbox-connect</connectPassword></shopInfo>'
async function post(name: string, body: string, shop = shopInfo): Promise<string> {
  const answer = await fetch(`${sandbox.url}/sandbox/gmo-deferred/auto/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><request>${shop}${body}</request>`,
  })
  expect(answer.status).toBe(200)
  return answer.text()
}
/** The text of a tag in a response, parsed independently of the sandbox's own parser. */
const tag = (answer: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(answer)?.[1] ?? ''

const fields = {
  shopTransactionId: 'K1',
  shopOrderDate: '2026/11/21',
  fullName: '久志　花子',
  zipCode: '1500001',
  address: '東京都渋谷区神宮前1-2-3',
  tel1: '09012345678',
  email1: 'hanako@example.jp',
  billedAmount: '3300',
  paymentType: '2',
}
const tags = (of: Record<string, string>) =>
  Object.entries(of)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
const detail = (price: string) =>
  `<detail><detailName>シャンプー &amp; 送料</detailName><detailPrice>${price}</detailPrice><detailQuantity>1</detailQuantity></detail>`
const deliveries = (details: string, tel = '09012345678') =>
  `<deliveries><delivery><deliveryCustomer>${tags({ fullName: '久志　花子', zipCode: '1500001', address: '東京都渋谷区神宮前1-2-3', tel })}</deliveryCustomer><details>${details}</details></delivery></deliveries>`
const register = (more: Record<string, string> = {}, details = detail(more.billedAmount ?? '3300')) =>
  post('transaction.do', `<buyer>${tags({ ...fields, ...more })}</buyer>${deliveries(details)}`)
const desk = (path: string, body: object) =>
  fetch(`${sandbox.url}/sandbox/gmo-deferred/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const about = (gmoId: string, more: Record<string, string> = {}) =>
  `<transaction>${tags({ gmoTransactionId: gmoId, ...more })}</transaction>`
const kind = (updateKind: string) => `<kindInfo><updateKind>${updateKind}</updateKind></kindInfo>`
const parcel = { pdcompanycode: '12', slipno: '1234-5678' }

describe('registration', () => {
  it.each([
    [{}, 'OK'],
    [{ fullName: '保留　花子' }, '審査中'],
    [{ tel1: '09000000010' }, '審査中'],
    [{ fullName: '否認　花子' }, 'NG'],
    [{ tel1: '09000000020' }, 'NG'],
    [{ billedAmount: '165001' }, 'NG'],
  ])('%j: %s', async (more, result) => {
    const answer = await register(more)
    expect([tag(answer, 'result'), tag(answer, 'authorResult')]).toEqual(['OK', result])
    expect(tag(answer, 'gmoTransactionId')).toMatch(/^G\d{10}$/)
  })

  it.each([
    [{ fullName: '' }, 'CT9020'],
    [{ fullName: '長'.repeat(22) }, 'CT9020'],
    [{ zipCode: '5300001' }, 'CT9022'],
    [{ address: `東京都渋谷区${'長'.repeat(50)}` }, 'CT9023'],
    [{ tel1: '0901234567' }, 'CT9024'],
    [{ email1: 'x' }, 'CT9025'],
    [{ paymentType: '9' }, 'CT9033'],
    [{ shopOrderDate: '2026-11-21' }, 'CT9011'],
  ])('%j: %s', async (more, code) => {
    const answer = await register(more)
    expect([tag(answer, 'result'), tag(answer, 'errorCode')]).toEqual(['NG', code])
  })

  it('requires at most eleven details that add up', async () => {
    expect(tag(await register({}, detail('3299')), 'errorCode')).toBe('CT9032')
    expect(tag(await register({}, detail('275').repeat(12)), 'errorCode')).toBe('CT9031')
    expect(tag(await register({}, detail('300').repeat(11)), 'result')).toBe('OK')
  })

  it('checks the shop’s credentials and parses only elements', async () => {
    expect(tag(await post('transaction.do', '', shopInfo.replace('connect<', 'wrong<')), 'errorCode')).toBe('CT9001')
    expect(tag(await post('transaction.do', '<buyer>'), 'errorCode')).toBe('CT9000')
    expect(tag(await register({ fullName: '&unknown;' }), 'errorCode')).toBe('CT9000')
    const entity = '<!DOCTYPE request [<!ENTITY x "y">]><request>&x;</request>'
    expect(() => readXml(entity)).toThrow(XmlError)
    for (const source of [
      '',
      '<a>',
      '<a></b>',
      '<a/><b/>',
      '<a x="1"/>',
      '<a><![CDATA[x]]></a>',
      'x<a/>',
      '<a><!-- --></a>',
    ])
      expect(() => readXml(source), source).toThrow(XmlError)
    expect(readXml('<a>1 &lt; 2 &#x3042;&#12356;<b/></a>')).toEqual({
      name: 'a',
      text: '1 < 2 あい',
      children: [{ name: 'b', text: '', children: [] }],
    })
  })
})

describe('afterwards', () => {
  it('an examiner decides manually; the automatic result stays beside it', async () => {
    const gmoId = tag(await register({ fullName: '保留　花子' }), 'gmoTransactionId')
    expect(tag(await post('pdrequest.do', about(gmoId, parcel)), 'errorCode')).toBe('CT9044')
    expect((await desk('decide', { gmo_transaction_id: gmoId, verdict: 'ng' })).status).toBe(200)
    expect((await desk('decide', { gmo_transaction_id: gmoId, verdict: 'ok' })).status).toBe(400)
    const answer = await post('getauthor.do', about(gmoId))
    expect([tag(answer, 'autoAuthorResult'), tag(answer, 'maulAuthorResult'), tag(answer, 'reason')]).toEqual([
      '審査中',
      'NG',
      '住所の確認',
    ])
  })

  it('can be queried by the shop’s own number too', async () => {
    await register()
    const answer = await post('getauthor.do', '<transaction><shopTransactionId>K1</shopTransactionId></transaction>')
    expect([tag(answer, 'autoAuthorResult'), tag(answer, 'billedAmount')]).toEqual(['OK', '3300'])
    const none = await post('getauthor.do', '<transaction><shopTransactionId>K2</shopTransactionId></transaction>')
    expect(tag(none, 'errorCode')).toBe('CT9040')
  })

  it('changes and cancels before the shipment is reported, and after the report was withdrawn', async () => {
    const gmoId = tag(await register(), 'gmoTransactionId')
    const buyer = (more: Record<string, string> = {}) => `<buyer>${tags({ gmoTransactionId: gmoId, ...more })}</buyer>`
    const change = `${kind('1')}${buyer({ billedAmount: '300' })}<deliveries><delivery><details>${detail('300')}</details></delivery></deliveries>`
    expect(tag(await post('modifycanceltransaction.do', change), 'authorResult')).toBe('OK')
    expect(tag(await post('pdrequest.do', about(gmoId, { ...parcel, pdcompanycode: '1' })), 'errorCode')).toBe('CT9050')
    expect(tag(await post('pdrequest.do', about(gmoId, parcel)), 'result')).toBe('OK')
    expect(tag(await post('pdrequest.do', about(gmoId, parcel)), 'errorCode')).toBe('CT9042')
    expect(tag(await post('modifycanceltransaction.do', change), 'errorCode')).toBe('CT9042')
    expect(tag(await post('getdefpaymentstatus.do', about(gmoId)), 'paymentStatus')).toBe('0')
    expect(tag(await post('modifycancelpdrequest.do', kind('2') + about(gmoId)), 'result')).toBe('OK')
    expect(tag(await post('modifycancelpdrequest.do', kind('2') + about(gmoId)), 'errorCode')).toBe('CT9043')
    expect(tag(await post('modifycanceltransaction.do', kind('2') + buyer()), 'result')).toBe('OK')
    expect(tag(await post('getauthor.do', about(gmoId)), 'errorCode')).toBe('CT9041')
  })

  it('a paid transaction cannot be changed', async () => {
    const gmoId = tag(await register(), 'gmoTransactionId')
    await post('pdrequest.do', about(gmoId, parcel))
    expect((await desk('pay', { gmo_transaction_id: gmoId })).status).toBe(200)
    expect(tag(await post('getdefpaymentstatus.do', about(gmoId)), 'paymentStatus')).toBe('2')
    expect(tag(await post('modifycancelpdrequest.do', kind('2') + about(gmoId)), 'errorCode')).toBe('CT9045')
  })

  it('fails as ordered, and records every message without the password', async () => {
    await desk('script', { api: 'transaction.do', kind: 'drop-after' })
    await expect(register()).rejects.toThrow()
    const wire = await (await fetch(`${sandbox.url}/sandbox/gmo-deferred/wire.json`)).text()
    expect(JSON.parse(wire).wire).toMatchObject([{ fault: 'drop-after', id: 'K1', api: 'transaction.do' }])
    expect(wire).not.toContain('sandbox-connect')
    expect(await (await fetch(`${sandbox.url}/sandbox/gmo-deferred/`)).text()).toContain('K1')
  })
})
