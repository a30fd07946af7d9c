import { current, type Json, newId, type Paidy, PaidyError, type Payment, save, sumOf } from './paidy.ts'

type Route = {
  name: string
  method: string
  path: RegExp
  call: (paidy: Paidy, one: Payment, body: Json) => Payment
}

/** An amount in yen; undefined: all of it. @throws PaidyError */
function amountOf({ amount }: Json): number | undefined {
  if (amount === undefined) return undefined
  if (!Number.isInteger(amount) || Number(amount) < 1) throw new PaidyError('request_content.malformed')
  return Number(amount)
}

function capture(paidy: Paidy, one: Payment, body: Json): Payment {
  const asked = paidy.config.partialCaptures ? amountOf(body) : undefined
  const rest = one.amount - sumOf(one.captures)
  if (one.status !== 'authorized')
    throw new PaidyError(
      one.captures.length > 0
        ? 'payment.already_captured'
        : paidy.now() >= new Date(one.expires_at)
          ? 'payment.expired'
          : 'payment.not_authorized',
    )
  const amount = asked ?? rest
  if (amount > rest) throw new PaidyError('capture.amount_too_large')
  const captures = [...one.captures, { id: newId('cap'), created_at: paidy.now().toISOString(), amount }]
  return save(paidy, { ...one, captures, status: amount === rest ? 'closed' : 'authorized' }, `${amount}円を確定した`)
}

function refund(paidy: Paidy, one: Payment, body: Json): Payment {
  const captured = one.captures.find(({ id }) => id === body.capture_id)
  if (!captured) throw new PaidyError('refund.capture_not_found')
  const rest = captured.amount - sumOf(one.refunds.filter(({ capture_id }) => capture_id === captured.id))
  const amount = amountOf(body) ?? rest
  if (amount < 1 || amount > rest) throw new PaidyError('refund.amount_too_large')
  const made = { id: newId('ref'), created_at: paidy.now().toISOString(), capture_id: captured.id, amount }
  return save(paidy, { ...one, refunds: [...one.refunds, made] }, `${amount}円を返した`)
}

function close(paidy: Paidy, one: Payment): Payment {
  if (one.status !== 'authorized') throw new PaidyError('payment.not_authorized')
  return save(paidy, { ...one, status: 'closed' }, '閉じた')
}

function update(paidy: Paidy, one: Payment, { order_ref, description, metadata }: Json): Payment {
  if (one.status === 'rejected') throw new PaidyError('payment.not_authorized')
  const changed = {
    ...one,
    ...(typeof order_ref === 'string' && { order: { ...one.order, order_ref } }),
    ...(typeof description === 'string' && { description }),
    ...(typeof metadata === 'object' && metadata !== null && { metadata: metadata as Json }),
  }
  return save(paidy, changed, '書き換えた')
}

/** The payment that a call names. @throws PaidyError */
export function paymentOf(paidy: Paidy, id: string): Payment {
  const one = current(paidy, paidy.payments.get(id))
  if (!one) throw new PaidyError('payment.not_found')
  return one
}

export const ROUTES: readonly Route[] = [
  { name: 'getPayment', method: 'GET', path: /^payments\/([\w-]+)$/, call: (_, one) => one },
  { name: 'updatePayment', method: 'PUT', path: /^payments\/([\w-]+)$/, call: update },
  { name: 'capture', method: 'POST', path: /^payments\/([\w-]+)\/captures$/, call: capture },
  { name: 'refund', method: 'POST', path: /^payments\/([\w-]+)\/refunds$/, call: refund },
  { name: 'close', method: 'POST', path: /^payments\/([\w-]+)\/close$/, call: close },
]
