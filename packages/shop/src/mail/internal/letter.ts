import type { shop } from '@kushi/db/schema/shop'

export type Seller = Pick<
  typeof shop.$inferSelect,
  'shop_name' | 'company_name' | 'company_address' | 'email' | 'phone_number'
>

const rule = '────────────────'

/** The text of a mail: recipient (null: the name is unknown), contents and sender. */
export const letter = (seller: Seller, name: string | null, ...paragraphs: string[]): string =>
  [addressee(name), ...paragraphs, signature(seller)].join('\n\n')

export const addressee = (name: string | null) => (name === null ? 'お客様' : `${name} 様`)

export const signature = ({ shop_name, company_name, company_address, email, phone_number }: Seller) =>
  `${rule}\n${shop_name}\n${company_name}\n${company_address}\nお問い合わせ: ${email} / ${phone_number}`
