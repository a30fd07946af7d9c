import type { PaymentBill, ShopContact } from '../../../ports/payment-port.ts'

const person = {
  name01: '久志',
  name02: '花子',
  kana01: 'くし',
  kana02: 'はなこ',
  company_name: null,
  postal_code01: '150',
  postal_code02: '0001',
  address: '東京都渋谷区神宮前1-2-3 櫛ビル4階',
  phone_number: '09012345678',
}

/** An order of one person to their own address, which every provider accepts. */
export const portTestOrder = (amount: number): PaymentBill => ({
  ordered_on: '2026-11-21',
  buyer: { ...person, email: 'hanako@example.jp' },
  recipient: person,
  rows: [
    { name: '純椿油', price: amount - 550, quantity: 1 },
    { name: '送料', price: 550, quantity: 1 },
  ],
  is_subscription: false,
})

/** A shop whose name is longer than GMO takes. */
export const portTestContact: ShopContact = {
  name: '椿のしずく 髪とからだのための道具と油の店 本店',
  email: 'shop@example.jp',
  phone: '03-1234-5678',
  hours: '平日 9:30〜17:00',
}
