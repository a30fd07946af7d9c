import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentBill,
  type PaymentPort,
  type PaymentReference,
  PaymentRefused,
  type PaymentSource,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '@kushi/shop/ports/payment-port'
import { KONBINI, type Konbini, type KonbiniSlip } from '@kushi/values/konbini'
import {
  callGmo,
  GmoError,
  type GmoSettings,
  ORDER_ID_UNKNOWN_CODE,
  ORDER_ID_USED_CODE,
  translateGmoErrors,
  UnexplainedRefusal,
} from './call.ts'

/** Convenience, GMO's code of a chain. */
const CODE: Record<Konbini, string> = {
  seven_eleven: '00007',
  lawson: '10001',
  family_mart: '10002',
  mini_stop: '10005',
  seicomart: '10008',
}

/** PayType of コンビニ in SearchTradeMulti. */
const PAY_TYPE = '3'

interface CvsTrade {
  status: string
  amount: number
  reference: PaymentReference
  awaited: { slip: KonbiniSlip; pay_until: Date } | null
}

/**
 * コンビニ払い by GMO Payment Gateway (プロトコルタイプ), with the account of the cards. SearchTradeMulti finds earlier results under
 * our number, so that each call can be repeated after any crash. Money that was paid is never given back here.
 */
export function gmoKonbini(settings: GmoSettings): PaymentPort {
  const shop = { ShopID: settings.shop_id, ShopPass: settings.shop_pass }
  const call = (api: string, fields: Record<string, string>, expected: readonly string[]) =>
    callGmo(settings, api, fields, expected)
  const keyOf = ({ access_id = '', access_pass = '' }: PaymentReference) => ({
    AccessID: access_id,
    AccessPass: access_pass,
  })

  /** SearchTradeMulti; null: GMO does not know the number. */
  const search = async (provider_order_id: string): Promise<CvsTrade | null> => {
    try {
      const fields = { ...shop, OrderID: provider_order_id, PayType: PAY_TYPE }
      return tradeOf(await call('SearchTradeMulti', fields, searched))
    } catch (error) {
      if (error instanceof GmoError && error.infos.includes(ORDER_ID_UNKNOWN_CODE)) return null
      return translateGmoErrors(Promise.reject(error))
    }
  }
  const known = async (number: string): Promise<CvsTrade> => {
    const trade = await search(number)
    if (!trade) throw new PaymentUnavailable(`${number} is unknown at the provider`)
    return trade
  }

  /** EntryTranCvs, or what was entered under the number before. */
  const enter = async ({ provider_order_id, amount }: PaymentAttempt): Promise<PaymentReference | CvsTrade> => {
    try {
      const fields = { ...shop, OrderID: provider_order_id, Amount: String(amount), Tax: '0' }
      const answer = await call('EntryTranCvs', fields, ['AccessID', 'AccessPass'])
      return { access_id: answer.AccessID!, access_pass: answer.AccessPass! }
    } catch (error) {
      if (!(error instanceof GmoError) || !error.infos.includes(ORDER_ID_USED_CODE))
        return translateGmoErrors(Promise.reject(error))
      const trade = await known(provider_order_id)
      if (trade.amount !== amount) throw new PaymentRefused('abandoned', `entered with ${trade.amount}`)
      return trade.status === 'UNPROCESSED' ? trade.reference : trade
    }
  }

  return {
    account: `gmo ${settings.shop_id}`,

    async authorise(attempt, source, { buyer }) {
      const entered = await enter(attempt)
      if ('status' in entered) return authorisationOf(entered as CvsTrade)
      const asked = executed(source, buyer)
      const fields = { ...keyOf(entered), OrderID: attempt.provider_order_id, ...asked }
      try {
        const answer = await translateGmoErrors(
          call('ExecTranCvs', fields, ['ReceiptNo', 'PaymentTerm', 'CheckString']),
        )
        const awaited = awaitedOf({ CvsCode: asked.Convenience, ...slipOf(answer, 'ConfNo', 'ReceiptNo') }, answer)
        if (!awaited) throw new PaymentUnavailable('ExecTranCvs: no number')
        return { kind: 'awaiting', awaited, reference: entered }
      } catch (error) {
        if (!(error instanceof UnexplainedRefusal)) throw error
        // GMO may have done it before its answer was lost.
        const trade = await known(attempt.provider_order_id)
        if (trade.status === 'UNPROCESSED') throw error.asRefusal
        return authorisationOf(trade)
      }
    },

    async finish() {
      throw new PaymentRefused('abandoned', 'nobody is sent away for a コンビニ')
    },

    async find({ provider_order_id }) {
      const trade = await search(provider_order_id)
      if (!trade) return null
      const { amount, reference, awaited } = trade
      return { state: stateOf(trade), amount, refunded_amount: 0, reference, ...(awaited && { awaited }) }
    },

    /** The money is here once it is paid. */
    async capture({ reference }) {
      return reference
    },

    async void({ provider_order_id, reference }) {
      const trade = await known(provider_order_id)
      const state = stateOf(trade)
      if (state === 'captured') throw new PaymentUnavailable(`${provider_order_id} was paid meanwhile`)
      if (state !== 'awaiting') return reference
      try {
        const fields = { ...shop, ...keyOf(trade.reference), OrderID: provider_order_id }
        await translateGmoErrors(call('CvsCancel', fields, ['Status']))
      } catch (error) {
        if (!(error instanceof PaymentUnavailable)) throw error
        if (stateOf(await known(provider_order_id)) !== 'voided') throw error
      }
      return reference
    },

    async refund() {
      throw new PaymentRefused('not_accepted', 'no money comes back from a コンビニ')
    },

    async change() {
      throw new PaymentRefused('limit', 'a number is for one amount')
    },
  }
}

const searched = ['Status', 'AccessID', 'AccessPass', 'Amount', 'CvsCode', 'CvsConfNo', 'CvsReceiptNo', 'PaymentTerm']

/** GMO's limits of names, in characters of two bytes. */
const NAME_LENGTH = 20
/** お問い合わせ先 of ReceiptsDisp11 to 13. */
const CONTACT_LENGTH = 21

/** What ExecTranCvs needs besides the keys. */
function executed(source: PaymentSource, buyer: PaymentBill['buyer']) {
  if (source.kind !== 'konbini') throw new Error(`コンビニ払い can't be made from ${source.kind}`)
  const { store, pay_within_days, contact } = source
  return {
    Convenience: CODE[store],
    CustomerName: inTwoBytes(`${buyer.name01}${buyer.name02}`).slice(0, NAME_LENGTH),
    CustomerKana: toKatakana(`${buyer.kana01}${buyer.kana02}`).slice(0, NAME_LENGTH),
    TelNo: buyer.phone_number.replace(/\D/g, ''),
    PaymentTermDay: String(pay_within_days),
    ReceiptsDisp11: contact.name.slice(0, CONTACT_LENGTH),
    ReceiptsDisp12: contact.phone,
    // HH:MM-HH:MM is what GMO takes.
    ReceiptsDisp13: hoursOf(contact.hours),
  }
}

const shifted = (text: string, by: number) =>
  text.replace(/./gu, (one) => String.fromCodePoint(one.codePointAt(0)! + by))
const toKatakana = (kana: string) => kana.replace(/[ぁ-ゖ]+/g, (text) => shifted(text, 0x60)).replace(/[\s　]/g, '')
const inTwoBytes = (name: string) => name.replace(/[!-~]+/g, (text) => shifted(text, 0xfee0)).replace(/\s/g, '　')

/** 「平日10:00〜18:00」 → 10:00-18:00; the usual hours where a shop names none. */
function hoursOf(hours: string): string {
  const [from, to] = [...hours.normalize('NFKC').matchAll(/(\d{1,2}):(\d{2})/g)].map(
    ([, hour, minute]) => `${hour!.padStart(2, '0')}:${minute}`,
  )
  return from && to ? `${from}-${to}` : '10:00-17:00'
}

const slipOf = (answer: Record<string, string>, confirmation: string, receipt: string) => ({
  CvsConfNo: answer[confirmation] ?? '',
  CvsReceiptNo: answer[receipt] ?? '',
})

function awaitedOf(
  { CvsCode, CvsConfNo, CvsReceiptNo }: Record<'CvsCode' | 'CvsConfNo' | 'CvsReceiptNo', string>,
  { PaymentTerm }: Record<string, string>,
): CvsTrade['awaited'] {
  const store = KONBINI.find((one) => CODE[one] === CvsCode)
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(PaymentTerm ?? '')
  if (!store || !parts || CvsReceiptNo === '') return null
  const [, year, month, day, hour, minute, second] = parts
  return {
    slip: { store, receipt_no: CvsReceiptNo, confirmation_no: CvsConfNo },
    pay_until: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`),
  }
}

const tradeOf = (answer: Record<string, string>): CvsTrade => ({
  status: answer.Status!,
  amount: Number(answer.Amount),
  reference: { access_id: answer.AccessID!, access_pass: answer.AccessPass! },
  awaited: awaitedOf({ CvsCode: answer.CvsCode!, ...slipOf(answer, 'CvsConfNo', 'CvsReceiptNo') }, answer),
})

/** Returns the state of an attempt that was executed before. @throws PaymentRefused if it can't be continued */
function authorisationOf(trade: CvsTrade): Authorisation {
  const { status, reference, awaited } = trade
  const state = stateOf(trade)
  if (state === 'captured') return { kind: 'authorised', reference }
  if (state !== 'awaiting' || !awaited) throw new PaymentRefused('abandoned', status)
  return { kind: 'awaiting', awaited, reference }
}

function stateOf({ status }: CvsTrade): ProviderPaymentRecord['state'] {
  switch (status) {
    case 'UNPROCESSED':
      return 'begun'
    case 'REQSUCCESS':
      return 'awaiting'
    case 'PAYSUCCESS':
      return 'captured'
    case 'CANCEL':
      return 'voided'
    default:
      return 'refused'
  }
}
