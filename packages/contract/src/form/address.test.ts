import { expect, test } from 'vitest'
import { OrderDraft } from '../order.ts'
import { subscriptionEndpoints } from '../subscription.ts'
import { AddressForm } from './address.ts'
import { ContactForm } from './contact.ts'
import { MemberForm } from './member.ts'

const address = {
  name01: '山田,\n合計 0円',
  name02: '花子\r\nBcc:',
  kana01: 'やまだ',
  kana02: 'はなこ',
  postal_code01: '248',
  postal_code02: '0006',
  pref_id: 14,
  addr01: '鎌倉市\t小町',
  addr02: '１−２，',
  addr03: '\u202eメゾン\u0007椿',
  phone_number: '09000000009',
}
const clean = { name01: '山田 合計 0円', name02: '花子 Bcc:', addr01: '鎌倉市 小町', addr02: '1-2', addr03: 'メゾン椿' }

test('the schema cleans an address in every call', () => {
  expect(AddressForm.parse(address)).toMatchObject(clean)
  expect(OrderDraft.shape.shipping_address.parse(address)).toMatchObject(clean)
  const update = subscriptionEndpoints['PUT /v1/order/subscription/update/{id}'].body
  expect(update.parse({ version: 1, shipping_address: address })).toMatchObject({ shipping_address: clean })
  const { name01, addr01, addr03 } = MemberForm.shape
  expect(name01.parse(address.name01)).toBe(clean.name01)
  expect(addr01.parse(address.addr01)).toBe(clean.addr01)
  expect(addr03.parse(address.addr03)).toBe(clean.addr03)
  expect(ContactForm.safeParse(address).error?.issues.map(({ path }) => path[0])).not.toContain('name01')
})

test('a text of only commas is missing', () => {
  const broken = AddressForm.safeParse({ ...address, name01: ',', addr02: '，', addr03: ',' }).error!.issues
  expect(broken.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['name01', '姓を入力してください。'],
    ['addr02', '番地を入力してください。'],
  ])
})

test.each([
  ['\0', false],
  ['\u001b[31m', false],
  ['\u0085', false],
  [' 物置，右側, 2段目\n\n\t鍵はなし ', true],
])('delivery notes %j: %s', (delivery_notes, isFine) => {
  expect(OrderDraft.shape.delivery_notes.safeParse(delivery_notes).success).toBe(isFine)
})
