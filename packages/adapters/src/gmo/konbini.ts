import type { PaymentBill, PaymentPort, PaymentSource, PrepaymentInstructions } from '@kushi/shop/ports/payment-port'
import { toKatakana } from '@kushi/values/kana'
import { KONBINI_IDS, type Konbini } from '@kushi/values/konbini'
import type { GmoSettings } from './call.ts'
import { gmoOpeningHours } from './opening-hours.ts'
import { type GmoFields, gmoPrepaid } from './prepaid.ts'

/** Convenience, GMO's code of a chain. */
const CODE: Record<Konbini, string> = {
  seven_eleven: '00007',
  lawson: '10001',
  family_mart: '10002',
  mini_stop: '10005',
  seicomart: '10008',
}

/** コンビニ払い (Cvs): a number for one amount, which is paid once. */
export const gmoKonbini = (settings: GmoSettings): PaymentPort =>
  gmoPrepaid(settings, {
    entry: 'EntryTranCvs',
    exec: 'ExecTranCvs',
    cancel: 'CvsCancel',
    pay_type: '3',
    asked,
    answered: ['ReceiptNo', 'PaymentTerm', 'CheckString'],
    issued: ({ ReceiptNo = '', ConfNo = '', PaymentTerm }, { Convenience }) =>
      awaitedOf(Convenience, ReceiptNo, ConfNo, PaymentTerm),
    searched: ['CvsCode', 'CvsConfNo', 'CvsReceiptNo', 'PaymentTerm'],
    found: ({ CvsCode, CvsReceiptNo = '', CvsConfNo = '', PaymentTerm }) =>
      awaitedOf(CvsCode, CvsReceiptNo, CvsConfNo, PaymentTerm),
    states: { UNPROCESSED: 'begun', REQSUCCESS: 'awaiting', PAYSUCCESS: 'captured', CANCEL: 'voided' },
  })

/** GMO's limits of names, in characters of two bytes. */
const NAME_LENGTH = 20
/** お問い合わせ先 of ReceiptsDisp11 to 13. */
const CONTACT_LENGTH = 21

/** What ExecTranCvs asks besides the keys. */
function asked(source: PaymentSource, buyer: PaymentBill['buyer']): GmoFields {
  if (source.kind !== 'konbini') throw new Error(`コンビニ払い can't be made from ${source.kind}`)
  const { store, pay_within_days, contact } = source
  return {
    Convenience: CODE[store],
    CustomerName: inTwoBytes(`${buyer.name01}${buyer.name02}`).slice(0, NAME_LENGTH),
    CustomerKana: toKatakana(`${buyer.kana01}${buyer.kana02}`)
      .replace(/[\s　]/g, '')
      .slice(0, NAME_LENGTH),
    TelNo: buyer.phone_number.replace(/\D/g, ''),
    PaymentTermDay: String(pay_within_days),
    ReceiptsDisp11: contact.name.slice(0, CONTACT_LENGTH),
    ReceiptsDisp12: contact.phone,
    // HH:MM-HH:MM is what GMO takes.
    ReceiptsDisp13: gmoOpeningHours(contact.hours),
  }
}

const shifted = (text: string, by: number) =>
  text.replace(/./gu, (one) => String.fromCodePoint(one.codePointAt(0)! + by))
const inTwoBytes = (name: string) => name.replace(/[!-~]+/g, (text) => shifted(text, 0xfee0)).replace(/\s/g, '　')

function awaitedOf(
  code: string | undefined,
  receipt_no: string,
  confirmation_no: string,
  term: string | undefined,
): PrepaymentInstructions | null {
  const store = KONBINI_IDS.find((one) => CODE[one] === code)
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(term ?? '')
  if (!store || !parts || receipt_no === '') return null
  const [, year, month, day, hour, minute, second] = parts
  return {
    slip: { store, receipt_no, confirmation_no },
    pay_until: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`),
  }
}
