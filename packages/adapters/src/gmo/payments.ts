import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  type PaymentSource,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '@kushi/shop/ports/payment-port'
import { type GmoSettings, UnexplainedRefusal } from './call.ts'
import {
  AlreadyEnteredError,
  type CancelJob,
  type CardSource,
  type CardTrade,
  gmoTransactions,
} from './transactions.ts'

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
  /**
   * Runs `work`. If the response is lost, or refuses without saying whether it was done before, GMO's record decides.
   */
  const once = async (attempt: PaymentAttempt, work: Promise<void>, isDone: (trade: CardTrade) => boolean) => {
    try {
      await work
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error
      if (!isDone(await known(attempt))) throw error instanceof UnexplainedRefusal ? error.asRefusal : error
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

  /**
   * A request to authorise was refused without a reason that names the card: it stands if GMO's record shows the money,
   * and is final if not.
   */
  const afterRefusal = async (attempt: PaymentAttempt, error: unknown): Promise<Authorisation> => {
    if (!(error instanceof UnexplainedRefusal)) throw error
    const trade = await gmo.search(attempt.provider_order_id)
    const state = trade && stateOf(trade)
    if (state === 'authorised' || state === 'captured') return takenOver(attempt, trade!)
    throw error.asRefusal
  }

  const authorise = async (
    attempt: PaymentAttempt,
    source: PaymentSource,
    return_url: string | null,
  ): Promise<Authorisation> => {
    const { provider_order_id, amount } = attempt
    let access: PaymentReference
    try {
      access = {
        ...(await gmo.enter({
          provider_order_id,
          amount,
          // Nothing is charged: the card is checked, to be kept.
          job: amount === 0 ? 'CHECK' : 'AUTH',
          is_authenticated: return_url !== null,
        })),
      }
    } catch (error) {
      if (!(error instanceof AlreadyEnteredError)) throw error
      const trade = await known(attempt)
      if (trade.status !== 'UNPROCESSED') return takenOver(attempt, trade)
      // An entered transaction can't be executed with another amount.
      if (trade.amount !== amount) throw new PaymentRefused('abandoned', `entered with ${trade.amount}`)
      access = referenceOf(trade)
    }
    const key = accessOf(access)
    const answer = await gmo.execute({ ...key, provider_order_id, card: cardOf(source), return_url: return_url ?? '' })
    if (answer.kind === 'approved') return { kind: 'authorised', reference: approved(access, answer) }
    return { kind: 'redirect', redirect_url: answer.redirect_url, return_key: key.access_id, reference: access }
  }

  return {
    account: `gmo ${settings.shop_id}`,

    authorise: (attempt, source, _order, return_url) =>
      authorise(attempt, source, return_url).catch((error: unknown) => afterRefusal(attempt, error)),

    async finish(attempt) {
      try {
        const approval = await gmo.finish(accessOf(attempt.reference))
        return { kind: 'authorised', reference: approved(attempt.reference, approval) }
      } catch (error) {
        if (!(error instanceof PaymentUnavailable)) throw error
        const trade = await known(attempt)
        if (stateOf(trade) === 'authorised') return authorisationOf(trade)
        throw error instanceof UnexplainedRefusal ? error.asRefusal : error
      }
    },

    async find(attempt) {
      const trade = await gmo.search(attempt.provider_order_id)
      return trade && tradeOf(attempt, trade)
    },

    async capture(attempt) {
      if (attempt.amount === 0) return { ...attempt.reference, ...sold }
      const work = gmo.alter({ ...accessOf(attempt.reference), job: 'SALES', amount: attempt.amount })
      await once(attempt, work, (trade) => stateOf(trade) === 'captured' && trade.amount === attempt.amount)
      return { ...attempt.reference, ...sold }
    },

    async void(attempt) {
      const trade = await known(attempt)
      // A CHECK holds no money.
      if (stateOf(trade) !== 'authorised' || trade.status === 'CHECK') return attempt.reference
      const job = cancelJob(trade, settings)
      const work = gmo.alter({ ...accessOf(referenceOf(trade)), job, amount: trade.amount })
      return once(attempt, work, isCancelled)
    },

    async refund(attempt, refunded_amount) {
      const trade = await known(attempt)
      const isDone = (one: CardTrade) => isCancelled(one) || tradeOf(attempt, one).refunded_amount >= refunded_amount
      if (isDone(trade)) return attempt.reference
      const access = accessOf(referenceOf(trade))
      const rest = attempt.amount - refunded_amount
      const work =
        rest === 0
          ? gmo.alter({ ...access, job: cancelJob(trade, settings), amount: trade.amount })
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

/** Part of the reference of a sale. A sale that was cancelled on its own day is VOID at GMO, like an authorisation. */
const sold = { sold: '1' }

const isCancelled = (trade: CardTrade): boolean => ['voided', 'refunded'].includes(stateOf(trade))

const inJapan = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })

/** The job that cancels a transaction or returns a sale. */
function cancelJob({ status, process_date }: CardTrade, { cancel_rule = 'date', now }: GmoSettings): CancelJob {
  const isSold = status === 'SALES' || status === 'CAPTURE'
  if (cancel_rule === 'state') return isSold ? 'RETURN' : 'VOID'
  const today = inJapan.format(now?.() ?? new Date()).replaceAll('-', '')
  if (process_date.slice(0, 8) === today) return 'VOID'
  return isSold && process_date.slice(0, 6) !== today.slice(0, 6) ? 'RETURNX' : 'RETURN'
}

/** After a sale GMO's amount is the rest after refunds. */
function tradeOf(attempt: PaymentAttempt, trade: CardTrade): ProviderPaymentRecord {
  const said = stateOf(trade)
  const isSold = attempt.reference.sold !== undefined || said === 'captured'
  const state = isSold && isCancelled(trade) ? 'refunded' : isSold && trade.status === 'CHECK' ? 'captured' : said
  const reference = { ...referenceOf(trade), ...(isSold ? sold : {}) }
  if (state === 'refunded') return { state, amount: attempt.amount, refunded_amount: attempt.amount, reference }
  const isLess = state === 'captured' && trade.amount < attempt.amount
  if (!isLess) return { state, amount: trade.amount, refunded_amount: 0, reference }
  return { state: 'refunded', amount: attempt.amount, refunded_amount: attempt.amount - trade.amount, reference }
}

function stateOf({ status }: CardTrade): ProviderPaymentRecord['state'] {
  switch (status) {
    case 'UNPROCESSED':
      return 'begun'
    case 'AUTHENTICATED':
      return 'waiting'
    case 'CHECK':
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
