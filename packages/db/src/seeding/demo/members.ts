import { type DemoMember, demoMembers } from '../../../seed/demo/members.ts'
import { customerRanks } from '../../../seed/demo/terms.ts'
import type { Tx } from '../../connect.ts'
import { hashPassword } from '../../password.ts'
import { customer, customer_address } from '../../schema/customer.ts'

/** Placeholder address of a member who entered none at registration. */
const ownAddress = {
  postal_code01: '100',
  postal_code02: '0005',
  pref_id: 13,
  addr01: '千代田区丸の内',
  addr02: '0-0-9',
  addr03: '',
}

export async function addDemoMembers(tx: Tx): Promise<void> {
  const hashes = new Map<string, Promise<string>>()
  const hash = (password: string) => {
    if (!hashes.has(password)) hashes.set(password, hashPassword(password))
    return hashes.get(password)!
  }
  for (const member of demoMembers) {
    const row = { ...memberRow(member), password_hash: await hash(member.password) }
    const [added] = await tx.insert(customer).values(row).returning({ id: customer.id })
    if (member.addresses.length === 0) continue
    const addresses = member.addresses.map((address) => ({
      ...address,
      shop_id: member.shop_id,
      customer_id: added!.id,
    }))
    await tx.insert(customer_address).values(addresses)
  }
}

function memberRow({ addresses, rank_name, password: _, ...row }: DemoMember) {
  const home = addresses.find((address) => address.is_default) ?? ownAddress
  const { postal_code01, postal_code02, pref_id, addr01, addr02, addr03 } = home
  const rank = customerRanks.find((each) => each.rank_name === rank_name)
  return {
    ...row,
    email_verified_at: new Date('2026-01-05T00:00:00Z'),
    approved_at: row.account_type ? new Date('2026-01-05T00:00:00Z') : null,
    postal_code01,
    postal_code02,
    pref_id,
    addr01,
    addr02,
    addr03,
    customer_rank_id: rank?.id ?? null,
  }
}
