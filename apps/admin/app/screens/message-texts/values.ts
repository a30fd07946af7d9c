/** The values of the form. */
export interface Values {
  subject: string
  body: string
}
