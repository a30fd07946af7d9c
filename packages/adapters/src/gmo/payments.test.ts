import type { PaymentAttempt } from '@kushi/shop/ports/payment-port'
import { portSuite } from '@kushi/shop/sales/payment/testing/port-suite'
import { afterAll, expect, test } from 'vitest'
import { cards, startGateway } from '../testing/gateway.ts'
import { gmoCards } from './no-cards.ts'
import { gmoPayments } from './payments.ts'

const gateway = await startGateway()
afterAll(gateway.stop)
const port = gmoPayments(gateway.settings)
const return_url = 'http://shop.example/v1/payment/gmo/return'
const card_token = async (number = cards.ok) => ({ kind: 'card_token', token: await gateway.token(number) }) as const

async function books({ provider_order_id }: PaymentAttempt) {
  const [trade] = await gateway.transactions(provider_order_id)
  const { status, amount } = trade ?? { status: '', amount: 0 }
  return { reserved: status === 'AUTH' ? amount : 0, taken: status === 'SALES' ? amount : 0 }
}
const common = { port, books, fault: gateway.fault, clearFaults: gateway.clearFaults }
const later = { capture: ['AlterTran'], void: ['AlterTran', 'SearchTrade'], change: ['ChangeTran', 'SearchTrade'] }
const refund = ['AlterTran', 'ChangeTran', 'SearchTrade']

portSuite('card, with 3-D Secure', {
  ...common,
  source: card_token,
  return_url,
  visit: (url) => gateway.visit(url),
  apis: { authorise: ['EntryTran', 'ExecTran'], finish: ['SecureTran2'], ...later, refund },
})

const vault = gmoCards(gateway.settings)
const gmo_id = 'm-suite'
await vault.saveMember(gmo_id)
const check = { provider_order_id: 'R261121-SUITE' }
const access = await vault.enterCheck({ ...check, is_authenticated: false })
await vault.executeCheck({ ...access, ...check, token: await gateway.token(cards.ok), return_url: '' })
const { card_seq } = await vault.saveCardOfTrade({ ...check, gmo_id, is_default: true })

portSuite('a saved card, while the customer is absent', {
  ...common,
  source: async () => ({ kind: 'saved_card', gmo_id, card_seq }),
  return_url: null,
  apis: { authorise: ['EntryTran', 'ExecTran'] },
})

test('a refused card leaves no payment, and another source is not accepted as a card', async () => {
  const order = { rows: [] } as never
  const attempt = { provider_order_id: 'K261121-REFUSED', amount: 3300, reference: {} }
  const answer = await port.authorise(attempt, await card_token(cards.balance), order, return_url)
  if (answer.kind !== 'redirect') throw new Error(answer.kind)
  expect(answer.return_key).toBe(await gateway.visit(answer.redirect_url))
  const finish = port.finish({ ...attempt, reference: answer.reference })
  await expect(finish).rejects.toMatchObject({ refusal: 'limit', info: '42G020000' })
  expect(await port.find(attempt)).toMatchObject({ state: 'begun' })
  const cash = port.authorise({ ...attempt, provider_order_id: 'K261121-CASH' }, { kind: 'cash' }, order, null)
  await expect(cash).rejects.toThrow("a card payment can't be made from cash")
})
