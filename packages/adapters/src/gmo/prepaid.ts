import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentBill,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  type PaymentSource,
  PaymentUnavailable,
  type PrepaymentInstructions,
  type ProviderPaymentRecord,
  type ReceivedTransfer,
} from '@kushi/shop/ports/payment-port'
import { sum } from '@kushi/values/sum'
import {
  callGmo,
  GmoError,
  type GmoSettings,
  ORDER_ID_UNKNOWN_CODE,
  ORDER_ID_USED_CODE,
  translateGmoErrors,
  UnexplainedRefusal,
} from './call.ts'

/** Fields of GMO's wire, by their names. */
export type GmoFields = Record<string, string>

/** The parts of GMO's protocol that differ between a number at a store and an account at a bank (前払い). */
export interface PrepaidProtocol {
  entry: string
  exec: string
  cancel: string
  /** PayType in SearchTradeMulti. */
  pay_type: string
  /** What ExecTran… asks besides the keys. @throws Error for the source of another method */
  asked(source: PaymentSource, buyer: PaymentBill['buyer']): GmoFields
  /** Fields of its answer, without which it is no answer. */
  answered: readonly string[]
  /**
   * The numbers or the account that the customer pays with, from the answer and the request; null: the answer lacks
   * them.
   */
  issued(answer: GmoFields, asked: GmoFields): PrepaymentInstructions | null
  /** Fields of SearchTradeMulti besides the usual ones. */
  searched: readonly string[]
  /** The same instructions from a record of SearchTradeMulti. */
  found(trade: GmoFields): PrepaymentInstructions | null
  /** Its states by Status; any other is `refused`. */
  states: Record<string, ProviderPaymentRecord['state']>
  /** Absent: paid at once or not at all. */
  transfers?(settings: GmoSettings, trade: GmoFields): Promise<ReceivedTransfer[]>
}

interface Trade {
  state: ProviderPaymentRecord['state']
  /** GMO's own word of it. */
  status: string
  amount: number
  reference: PaymentReference
  awaited: PrepaymentInstructions | null
  transfers: ReceivedTransfer[] | undefined
}

const usual = ['Status', 'AccessID', 'AccessPass', 'Amount']

/**
 * 前払い by GMO Payment Gateway (プロトコルタイプ), with the account of the cards. SearchTradeMulti finds earlier results under
 * our number, so that each call can be repeated after any crash. Money that was paid is never given back here.
 */
export function gmoPrepaid(settings: GmoSettings, wire: PrepaidProtocol): PaymentPort {
  const shop = { ShopID: settings.shop_id, ShopPass: settings.shop_pass }
  const call = (api: string, fields: GmoFields, expected: readonly string[]) => callGmo(settings, api, fields, expected)
  const keyOf = ({ access_id = '', access_pass = '' }: PaymentReference) => ({
    AccessID: access_id,
    AccessPass: access_pass,
  })

  /** SearchTradeMulti; null: GMO does not know the number. */
  const search = async (provider_order_id: string): Promise<Trade | null> => {
    try {
      const fields = { ...shop, OrderID: provider_order_id, PayType: wire.pay_type }
      const answer = await call('SearchTradeMulti', fields, [...usual, ...wire.searched])
      return {
        state: wire.states[answer.Status!] ?? 'refused',
        status: answer.Status!,
        amount: Number(answer.Amount),
        reference: { access_id: answer.AccessID!, access_pass: answer.AccessPass! },
        awaited: wire.found(answer),
        transfers: await wire.transfers?.(settings, { ...answer, OrderID: provider_order_id }),
      }
    } catch (error) {
      if (error instanceof GmoError && error.infos.includes(ORDER_ID_UNKNOWN_CODE)) return null
      return translateGmoErrors(Promise.reject(error))
    }
  }
  const known = async (number: string): Promise<Trade> => {
    const trade = await search(number)
    if (!trade) throw new PaymentUnavailable(`${number} is unknown at the provider`)
    return trade
  }

  /** Enters the transaction, or returns the one that was entered under the number before. */
  const enter = async ({ provider_order_id, amount }: PaymentAttempt): Promise<PaymentReference | Trade> => {
    try {
      const fields = { ...shop, OrderID: provider_order_id, Amount: String(amount), Tax: '0' }
      const answer = await call(wire.entry, fields, ['AccessID', 'AccessPass'])
      return { access_id: answer.AccessID!, access_pass: answer.AccessPass! }
    } catch (error) {
      if (!(error instanceof GmoError) || !error.infos.includes(ORDER_ID_USED_CODE))
        return translateGmoErrors(Promise.reject(error))
      const trade = await known(provider_order_id)
      if (trade.amount !== amount) throw new PaymentRefused('abandoned', `entered with ${trade.amount}`)
      return trade.state === 'begun' ? trade.reference : trade
    }
  }

  return {
    account: `gmo ${settings.shop_id}`,

    async authorise(attempt, source, { buyer }) {
      const entered = await enter(attempt)
      if ('status' in entered) return authorisationOf(entered as Trade)
      const asked = wire.asked(source, buyer)
      const fields = { ...keyOf(entered), OrderID: attempt.provider_order_id, ...asked }
      try {
        const awaited = wire.issued(await translateGmoErrors(call(wire.exec, fields, wire.answered)), asked)
        if (!awaited) throw new PaymentUnavailable(`${wire.exec}: nothing to pay with`)
        return { kind: 'awaiting', awaited, reference: entered }
      } catch (error) {
        if (!(error instanceof UnexplainedRefusal)) throw error
        // GMO may have done it before its answer was lost.
        const trade = await known(attempt.provider_order_id)
        if (trade.state === 'begun') throw error.asRefusal
        return authorisationOf(trade)
      }
    },

    async finish() {
      throw new PaymentRefused('abandoned', 'nobody is sent away for 前払い')
    },

    async find({ provider_order_id }) {
      const trade = await search(provider_order_id)
      if (!trade) return null
      const { state, amount, reference } = trade
      return { state, amount, refunded_amount: 0, reference, ...awaitedOf(trade), ...transfersOf(trade) }
    },

    /** The money is here once it is paid. */
    async capture({ reference }) {
      return reference
    },

    async void({ provider_order_id, reference }) {
      const trade = await known(provider_order_id)
      if (trade.state === 'captured') throw new PaymentUnavailable(`${provider_order_id} was paid meanwhile`)
      if (trade.state !== 'awaiting') return reference
      try {
        const fields = { ...shop, ...keyOf(trade.reference), OrderID: provider_order_id }
        await translateGmoErrors(call(wire.cancel, fields, ['Status']))
      } catch (error) {
        if (!(error instanceof PaymentUnavailable)) throw error
        if ((await known(provider_order_id)).state !== 'voided') throw error
      }
      return reference
    },

    async refund() {
      throw new PaymentRefused('not_accepted', 'no provider gives 前払い back')
    },

    async change() {
      throw new PaymentRefused('limit', 'what was issued is for one amount')
    },
  }
}

const awaitedOf = ({ awaited }: Trade) => (awaited ? { awaited } : {})
const transfersOf = ({ transfers }: Trade) => (transfers ? { transfers } : {})

/** Returns the state of an attempt that was executed before. @throws PaymentRefused if it can't be continued */
function authorisationOf(trade: Trade): Authorisation {
  const { state, status, amount, reference, awaited, transfers = [] } = trade
  const money = { reference, ...transfersOf(trade) }
  const transferred = sum(transfers.map((one) => one.amount))
  if (state === 'captured' || transferred >= amount) return { kind: 'authorised', ...money }
  if (!awaited || (state !== 'awaiting' && transferred === 0)) throw new PaymentRefused('abandoned', status)
  return { kind: 'awaiting', awaited, ...money }
}

/** 23:59:59 in Japan of YYYYMMDD; null: it is no day. */
export function endOfGmoDay(text: string | undefined): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)/.exec(text ?? '')
  return parts && new Date(`${parts[1]}-${parts[2]}-${parts[3]}T23:59:59+09:00`)
}
