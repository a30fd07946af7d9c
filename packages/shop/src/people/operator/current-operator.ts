import { operator, operator_passkey, operator_role } from '@kushi/db/schema/operator'
import { shop } from '@kushi/db/schema/shop'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../foundation/admin/index.ts'
import { hasExtensionSettings } from '../../foundation/extension/index.ts'

export const showCurrentOperator: AdminHandler<'GET /admin/v1/me'> = async (ctx) => {
  const { id, name, role, is_installation, permissions } = ctx.operator
  const [own] = await ctx.db
    .select({
      email: operator.email,
      has_totp: sql<boolean>`${operator.totp_secret} is not null`,
      installation_role: operator.installation_role,
    })
    .from(operator)
    .where(eq(operator.id, id))
  const passkeys = await ctx.db.$count(operator_passkey, eq(operator_passkey.operator_id, id))
  const shops = await ctx.db
    .select({
      id: shop.id,
      shop_name: shop.shop_name,
      is_open: sql<boolean>`${shop.opened_at} is not null`,
      was_open: sql<boolean>`${shop.closed_at} is not null`,
    })
    .from(shop)
    .leftJoin(
      operator_role,
      and(eq(operator_role.shop_id, shop.id), eq(operator_role.operator_id, id), isNull(operator_role.stopped_at)),
    )
    .where(own!.installation_role === null ? sql`${operator_role.role} is not null` : undefined)
    .orderBy(asc(shop.id))
  return {
    id,
    name,
    role,
    is_installation,
    permissions: [...permissions],
    shops,
    email: own!.email,
    has_totp: own!.has_totp,
    has_passkey: passkeys > 0,
    shop: shops.find((one) => one.id === ctx.shop_id)!,
    is_demo: ctx.is_demo,
    has_extension_settings: hasExtensionSettings(ctx.shop_id),
    today: ctx.clock.today(),
    now: ctx.clock.now().toISOString(),
  }
}
