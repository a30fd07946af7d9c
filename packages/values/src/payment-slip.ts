import { BANK_ACCOUNT_TYPE_NAME, type BankAccountType } from './bank-transfer.ts'
import { KONBINI_INSTRUCTIONS, KONBINI_NAME, type KonbiniSlip, konbiniSlipLines } from './konbini.ts'

/** 振込先: the account that a provider opened for one payment (バーチャル口座). */
export interface TransferAccount {
  bank_code: string
  bank_name: string
  branch_code: string
  branch_name: string
  deposit_type: BankAccountType
  account_number: string
  account_holder: string
}

/** 前払い: what the customer pays with. */
export type PaymentSlip = KonbiniSlip | TransferAccount

/** Returns the place of payment: the chain of stores, or the bank. */
export const paymentSlipPlace = (slip: PaymentSlip): string =>
  'store' in slip ? KONBINI_NAME[slip.store] : slip.bank_name

/** The numbers that the customer needs to pay, under the names used there. */
export const paymentSlipLines = (slip: PaymentSlip): { label: string; value: string }[] =>
  'store' in slip
    ? konbiniSlipLines(slip)
    : [
        { label: '銀行', value: `${slip.bank_name}(${slip.bank_code})` },
        { label: '支店', value: `${slip.branch_name}(${slip.branch_code})` },
        { label: '口座の種類', value: BANK_ACCOUNT_TYPE_NAME[slip.deposit_type] },
        { label: '口座番号', value: slip.account_number },
        { label: '口座名義', value: slip.account_holder },
      ]

/** Returns the instructions for paying there. */
export const paymentSlipInstructions = (slip: PaymentSlip): string =>
  'store' in slip
    ? KONBINI_INSTRUCTIONS[slip.store].how
    : 'この口座は、今回のご注文だけのものです。期限までに、金額をお確かめのうえお振り込みください。'
