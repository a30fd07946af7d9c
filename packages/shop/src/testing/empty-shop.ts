type Query = (text: string, ...values: unknown[]) => Promise<unknown[]>

/** Creates a shop as in a new installation, with only its lists and cash on delivery, and the demo's manager. */
export async function insertEmptyShop(sql: Query): Promise<number> {
  const [shop] = await sql(
    `insert into shop (shop_name, company_name, company_address, phone_number, email, registration_number,
       terms_version, opened_at)
     values ('新しいショップ', '(販売業者の名称)', '(販売業者の住所)', '(電話番号)', 'shop@localhost', '', '1', null)
     returning id`,
  )
  const { id } = shop as { id: number }
  await sql(
    `insert into master_data (shop_id, name, sort_no, id, label)
     select $1, name, sort_no, id, label from master_data where shop_id = 2`,
    id,
  )
  await sql(
    `insert into shop_payment (shop_id, payment_method_id, payment_name, description, max_amount, sort_no)
     select $1, payment_method_id, payment_name, description, max_amount, 1 from shop_payment
     where shop_id = 2 and payment_method_id is null`,
    id,
  )
  await sql(
    `insert into operator_role (shop_id, operator_id, role)
     select $1, id, 'manager' from operator where email = 'manager@operators.example.com'`,
    id,
  )
  return id
}
