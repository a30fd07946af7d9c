/** How the audit log names the member for whom the operator acts. */
export const actingSubject = (customer_id: number) => ({
  subject: 'customer',
  subject_id: customer_id,
  subject_name: `会員 ${customer_id}`,
})
