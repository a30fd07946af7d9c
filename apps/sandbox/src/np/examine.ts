import type { Finding } from '../core/examination.ts'
import type { Np, Transaction } from './np.ts'

const RESULTS = { ok: '00', held: '10', ng: '20', waiting: '40' } as const
const HOLD = { address: 'RE014', phone: 'RE021', person: 'RE026', limit: 'RE026' } as const
const NG = { limit: 'RE001', address: 'RE002', phone: 'RE002', person: 'RE003' } as const

/** Writes the result of the examination into the transaction. */
export function decide(np: Np, one: Transaction, { verdict, reason }: Finding): void {
  one.authoriResult = RESULTS[verdict]
  one.authoriHold = verdict === 'held' ? [HOLD[reason ?? 'person']] : []
  one.authoriNg = verdict === 'ng' ? NG[reason ?? 'person'] : ''
  one.examinedAt = np.now().toISOString()
}

/** 与信: examines the buyer including their current debt, without this transaction. */
export function examine(np: Np, one: Transaction): void {
  const owed = np.transactions
    .all()
    .filter(({ npId, customer }) => npId !== one.npId && customer.tel === one.customer.tel)
    .filter(({ authoriResult, cancelledAt, paidAt }) => authoriResult !== '20' && cancelledAt === '' && paidAt === '')
    .reduce((sum, { amount }) => sum + amount, 0)
  const { name, tel } = one.customer
  const { limit } = np.config
  decide(np, one, np.examination.examine({ name, phone: tel, amount: one.amount, open: owed, limit }))
}

/** Its representation in the response to a registration, a change and a query. */
export const result = (one: Transaction) => ({
  shop_transaction_id: one.shopId,
  np_transaction_id: one.npId,
  authori_result: one.authoriResult,
  authori_required_date: one.examinedAt,
  ...(one.authoriNg === '' ? {} : { authori_ng: one.authoriNg }),
  ...(one.authoriHold.length === 0 ? {} : { authori_hold: one.authoriHold }),
})
