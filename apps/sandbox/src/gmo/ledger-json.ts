import type { Transaction } from './entities.ts'

/** A transaction for tests to inspect: its requests, events and times, without its credentials. */
export function ledgerJson(one: Transaction): Record<string, unknown> {
  return {
    order_id: one.orderId,
    access_id: one.accessId,
    status: one.status,
    job_cd: one.jobCd,
    amount: one.amount,
    tax: one.tax,
    td_flag: one.tdFlag,
    tenant_name: one.tenantName,
    member_id: one.memberId,
    card_seq: one.cardSeq,
    card_no: one.card?.masked ?? '',
    card_kind: one.card?.key ?? '',
    brand: one.card?.brand ?? '',
    method: one.method,
    tran_id: one.tranId,
    approve: one.approve,
    tran_date: one.tranDate,
    client_fields: one.clientFields,
    three_ds: one.threeDs === null ? null : { result: one.threeDs.result, attempts: one.threeDs.attempts },
    entered_at: one.enteredAt,
    history: one.history.map((event) => ({
      at: event.at,
      api: event.api,
      job_cd: event.jobCd,
      amount: event.amount,
      status: event.status,
      tran_id: event.tranId,
      err_info: event.errInfo,
    })),
  }
}
