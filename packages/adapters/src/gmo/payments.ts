import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  type PaymentSource,
  type PaymentTrade,
  PaymentUnavailable,
} from '@kushi/shop/ports/payment-port'
import type { GmoSettings } from './call.ts'
import { AlreadyEntered, type CardSource, type CardTrade, gmoTransactions } from './transactions.ts'

/**
 * カード決済 by GMO Payment Gateway. SearchTrade finds earlier results under our number, so that each call can be repeated
 * after any crash.
 */
export function gmoPayments(settings: GmoSettings): PaymentPort {
  const gmo = gmoTransactions(settings)

  /** Returns GMO's record. No record counts as no response, because GMO must know an attempt that is recorded here. */
  const known = async (attempt: PaymentAttempt): Promise<CardTrade> => {
    const trade = await gmo.search(attempt.provider_order_id)
    if (!trade) throw new PaymentUnavailable(`${attempt.provider_order_id} is unknown at the provider`)
    return trade
  }
  /** Runs `work`. If the response is lost, or reports that it was done before, GMO's record decides. */
  const once = async (attempt: PaymentAttempt, work: Promise<void>, isDone: (trade: CardTrade) => boolean) => {
    try {
      await work
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error
      if (!isDone(await known(attempt))) throw error
    }
    return attempt.reference
  }

  /**
   * Takes over an authorisation left by an attempt before a restore or by a lost response, with the amount requested
   * now.
   */
  const takenOver = async (attempt: PaymentAttempt, trade: CardTrade): Promise<Authorisation> => {
    const answer = authorisationOf(trade)
    if (trade.amount === attempt.amount) return answer
    if (stateOf(trade) !== 'authorised') throw new PaymentRefused('abandoned', `${trade.status} ${trade.amount}`)
    const { amount } = attempt
    const work = gmo.change({ ...accessOf(answer.reference), job: 'AUTH', amount })
    await once(attempt, work, (after) => after.amount === amount)
    return answer
  }

  return {
    async authorise(attempt, source, _order, return_url) {
      const { provider_order_id, amount } = attempt
      let access: PaymentReference
      try {
        access = {
          ...(await gmo.enter({ provider_order_id, amount, job: 'AUTH', is_authenticated: return_url !== null })),
        }
      } catch (error) {
        if (!(error instanceof AlreadyEntered)) throw error
        const trade = await known(attempt)
        if (trade.status !== 'UNPROCESSED') return takenOver(attempt, trade)
        // An entered transaction can't be executed with another amount.
        if (trade.amount !== amount) throw new PaymentRefused('abandoned', `entered with ${trade.amount}`)
        access = referenceOf(trade)
      }
      const key = accessOf(access)
      const answer = await gmo.execute({
        ...key,
        provider_order_id,
        card: cardOf(source),
        return_url: return_url ?? '',
      })
      if (answer.kind === 'approved') return { kind: 'authorised', reference: approved(access, answer) }
      return { kind: 'redirect', redirect_url: answer.redirect_url, return_key: key.access_id, reference: access }
    },

    async finish(attempt) {
      try {
        const approval = await gmo.finish(accessOf(attempt.reference))
        return { kind: 'authorised', reference: approved(attempt.reference, approval) }
      } catch (error) {
        if (!(error instanceof PaymentUnavailable)) throw error
        const trade = await known(attempt)
        if (stateOf(trade) !== 'authorised') throw error
        return authorisationOf(trade)
      }
    },

    async find(attempt) {
      const trade = await gmo.search(attempt.provider_order_id)
      return trade && tradeOf(attempt, trade)
    },

    capture: (attempt) => {
      const work = gmo.alter({ ...accessOf(attempt.reference), job: 'SALES', amount: attempt.amount })
      return once(attempt, work, (trade) => stateOf(trade) === 'captured' && trade.amount === attempt.amount)
    },

    async void(attempt) {
      const trade = await known(attempt)
      if (stateOf(trade) !== 'authorised') return attempt.reference
      const work = gmo.alter({ ...accessOf(referenceOf(trade)), job: 'VOID', amount: trade.amount })
      return once(attempt, work, (after) => stateOf(after) === 'voided')
    },

    async refund(attempt, refunded_amount) {
      const trade = await known(attempt)
      const isDone = (one: CardTrade) => tradeOf(attempt, one).refunded_amount >= refunded_amount
      if (isDone(trade)) return attempt.reference
      const access = accessOf(referenceOf(trade))
      const rest = attempt.amount - refunded_amount
      const work =
        rest === 0
          ? gmo.alter({ ...access, job: 'RETURN', amount: trade.amount })
          : gmo.change({ ...access, job: 'CAPTURE', amount: rest })
      return once(attempt, work, isDone)
    },

    async change(attempt, amount) {
      const trade = await known(attempt)
      if (trade.amount === amount) return attempt.reference
      const work = gmo.change({ ...accessOf(referenceOf(trade)), job: 'AUTH', amount })
      return once(attempt, work, (after) => after.amount === amount)
    },
  }
}

function cardOf(source: PaymentSource): CardSource {
  if (source.kind === 'card_token') return { token: source.token }
  if (source.kind === 'saved_card') return { gmo_id: source.gmo_id, card_seq: source.card_seq }
  throw new Error(`a card payment can't be made from ${source.kind}`)
}

const accessOf = ({ access_id, access_pass }: PaymentReference) => ({
  access_id: access_id ?? '',
  access_pass: access_pass ?? '',
})
const approved = (reference: PaymentReference, { approve, tran_id }: { approve: string; tran_id: string }) => ({
  ...reference,
  approve,
  tran_id,
})
const referenceOf = ({ access_id, access_pass, approve, tran_id }: CardTrade): PaymentReference =>
  approve === '' ? { access_id, access_pass } : { access_id, access_pass, approve, tran_id }

/** Returns the state of an attempt that was executed before. @throws PaymentRefused if it can't be continued */
function authorisationOf(trade: CardTrade): Authorisation {
  const state = stateOf(trade)
  if (state !== 'authorised' && state !== 'captured') throw new PaymentRefused('abandoned', trade.status)
  return { kind: 'authorised', reference: referenceOf(trade) }
}

/** After a sale GMO's amount is the rest after refunds. */
function tradeOf(attempt: PaymentAttempt, trade: CardTrade): PaymentTrade {
  const state = stateOf(trade)
  const reference = referenceOf(trade)
  if (state === 'refunded') return { state, amount: attempt.amount, refunded_amount: attempt.amount, reference }
  const isLess = state === 'captured' && trade.amount < attempt.amount
  if (!isLess) return { state, amount: trade.amount, refunded_amount: 0, reference }
  return { state: 'refunded', amount: attempt.amount, refunded_amount: attempt.amount - trade.amount, reference }
}

function stateOf({ status }: CardTrade): PaymentTrade['state'] {
  switch (status) {
    case 'UNPROCESSED':
      return 'begun'
    case 'AUTHENTICATED':
      return 'waiting'
    case 'AUTH':
    case 'SAUTH':
      return 'authorised'
    case 'SALES':
    case 'CAPTURE':
      return 'captured'
    case 'VOID':
      return 'voided'
    case 'RETURN':
    case 'RETURNX':
      return 'refunded'
    default:
      return 'refused'
  }
}
