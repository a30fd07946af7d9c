/** What is typed. */
export interface Values {
  subject: string
  body: string
}
