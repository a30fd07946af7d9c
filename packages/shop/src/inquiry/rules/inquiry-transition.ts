import { INQUIRY_STATUS, type InquiryStatusId } from '@kushi/values/inquiry-status'

const { open, in_correspondence, done, on_hold, urgent, complete } = INQUIRY_STATUS

/** What an operator may make of an inquiry, by its state. What the customer has closed is opened again as being answered. */
const byOperator: Record<InquiryStatusId, readonly InquiryStatusId[]> = {
  [open]: [in_correspondence, done, on_hold, urgent, complete],
  [in_correspondence]: [done, on_hold, urgent, complete],
  [done]: [in_correspondence, complete],
  [on_hold]: [in_correspondence, done, urgent, complete],
  [urgent]: [in_correspondence, done, on_hold, complete],
  [complete]: [in_correspondence],
}

/** A customer says that it is settled, or asks again once it was answered or settled. */
const byCustomer: Record<InquiryStatusId, readonly InquiryStatusId[]> = {
  [open]: [complete],
  [in_correspondence]: [complete, open],
  [done]: [complete, open],
  [on_hold]: [complete],
  [urgent]: [complete],
  [complete]: [open],
}

const tables = { operator: byOperator, customer: byCustomer }

/** The states that may follow. */
export const inquiryStatesAfter = (actor: keyof typeof tables, from: InquiryStatusId): readonly InquiryStatusId[] =>
  tables[actor][from]

/** As its sender is told: that the shop is in a hurry, or waits for something, is its own affair. */
export const shownToSender = (status: InquiryStatusId): InquiryStatusId =>
  status === on_hold || status === urgent ? in_correspondence : status

/** Nobody waits for the shop any more. */
export const isSettled = (status: InquiryStatusId): boolean => status === done || status === complete
