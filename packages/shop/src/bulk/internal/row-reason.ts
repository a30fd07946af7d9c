import type { ShopError } from '../../shop-error.ts'

/**
 * Why a row could not be done, as its job shows it. For a change by the member, the original message may contain their
 * address, so it is left out.
 */
export const rowReason = ({ error, message }: ShopError): string =>
  error === 'ERROR_SUBSCRIPTION_CHANGED'
    ? 'ほかの画面または端末で、先に変更されました。内容をご確認のうえ、やり直してください。'
    : message
