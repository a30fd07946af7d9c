/** How the trail names the member who is acted for. */
export const actingSubject = (customer_id: number) => ({
  ...{ subject: 'customer', subject_id: customer_id, subject_name: `会員 ${customer_id}` },
})
