import { timingSafeEqual } from 'node:crypto'
import { behaviourOf } from './cards.ts'
import type { ThreeDs, Transaction } from './entities.ts'
import type { Gmo } from './gmo.ts'
import { save } from './ledger.ts'
import { challengePage, gonePage, returnToShop } from './three-ds-pages.ts'

/** The code that the bank sends to the customer. */
export const ONE_TIME_CODE = '1234'
const ATTEMPTS = 3

const same = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

/** The authentication that the browser names; one replaced by a later attempt no longer exists. */
function find(gmo: Gmo, transId: string, t: string): { transaction: Transaction; threeDs: ThreeDs } | undefined {
  const orderId = gmo.entities.authentications.get(transId)?.orderId
  const transaction = orderId === undefined ? undefined : gmo.entities.transactions.get(orderId)
  const threeDs = transaction?.threeDs
  if (transaction === undefined || threeDs === null || threeDs === undefined) return undefined
  return threeDs.transId === transId && same(threeDs.t, t) ? { transaction, threeDs } : undefined
}

function finish(gmo: Gmo, transaction: Transaction, threeDs: ThreeDs, result: ThreeDs['result']): Response {
  threeDs.result = result
  save(gmo, transaction)
  return returnToShop(transaction, threeDs)
}

/** The page at RedirectUrl: passes at once, fails at once, or asks for the code. */
export function enter(gmo: Gmo, transId: string, t: string): Response {
  const found = find(gmo, transId, t)
  if (found === undefined) return gonePage()
  const { transaction, threeDs } = found
  if (threeDs.result !== '') return returnToShop(transaction, threeDs)
  switch (behaviourOf(transaction.card?.key ?? '').threeDs) {
    case 'challenge':
      return challengePage(transaction, threeDs)
    case 'fail':
      return finish(gmo, transaction, threeDs, 'N')
    case 'none':
      return finish(gmo, transaction, threeDs, 'NOT_ENROLLED')
    default:
      return finish(gmo, transaction, threeDs, 'Y')
  }
}

/** The customer's input on the bank's page. */
export function challenge(gmo: Gmo, form: Record<string, string>): Response {
  const found = find(gmo, form.transId ?? '', form.t ?? '')
  if (found === undefined) return gonePage()
  const { transaction, threeDs } = found
  if (threeDs.result !== '') return returnToShop(transaction, threeDs)
  if (form.action === 'cancel') return finish(gmo, transaction, threeDs, 'CANCELLED')
  if ((form.code ?? '').normalize('NFKC').trim() === ONE_TIME_CODE) return finish(gmo, transaction, threeDs, 'Y')
  threeDs.attempts += 1
  if (threeDs.attempts >= ATTEMPTS) return finish(gmo, transaction, threeDs, 'N')
  save(gmo, transaction)
  return challengePage(transaction, threeDs, ATTEMPTS - threeDs.attempts)
}
