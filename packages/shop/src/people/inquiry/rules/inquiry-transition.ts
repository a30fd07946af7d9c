import { INQUIRY_STATUS, type InquiryStatusId } from '@kushi/values/inquiry-status'

const { open, in_correspondence, done, on_hold, urgent, complete } = INQUIRY_STATUS

/**
 * The states that an operator may set, by the current state. An inquiry that the customer has closed is reopened as in
 * progress.
 */
const byOperator: Record<InquiryStatusId, readonly InquiryStatusId[]> = {
  [open]: [in_correspondence, done, on_hold, urgent, complete],
  [in_correspondence]: [done, on_hold, urgent, complete],
  [done]: [in_correspondence, complete],
  [on_hold]: [in_correspondence, done, urgent, complete],
  [urgent]: [in_correspondence, done, on_hold, complete],
  [complete]: [in_correspondence],
}

/** A customer may settle the inquiry, or reopen it once it was answered or settled. */
const byCustomer: Record<InquiryStatusId, readonly InquiryStatusId[]> = {
  [open]: [complete],
  [in_correspondence]: [complete, open],
  [done]: [complete, open],
  [on_hold]: [complete],
  [urgent]: [complete],
  [complete]: [open],
}

const tables = { operator: byOperator, customer: byCustomer }

/** Returns the states that an operator or a customer may set after this one. */
export const inquiryStatesAfter = (actor: keyof typeof tables, from: InquiryStatusId): readonly InquiryStatusId[] =>
  tables[actor][from]

/** Returns the state that the sender sees. Internal states, such as urgent or on hold, appear as in progress. */
export const inquiryStatusShownToSender = (status: InquiryStatusId): InquiryStatusId =>
  status === on_hold || status === urgent ? in_correspondence : status

/** Whether the customer no longer waits for the shop. */
export const isInquirySettled = (status: InquiryStatusId): boolean => status === done || status === complete
