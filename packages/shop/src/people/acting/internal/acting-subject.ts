/** Returns the subject under which the audit log names the member for whom the operator acts. */
export const actingAuditSubject = (customer_id: number) => ({
  subject: 'customer',
  subject_id: customer_id,
  subject_name: `会員 ${customer_id}`,
})
