import { inquiry, inquiry_template } from '@kushi/db/schema/inquiry'
import { operator, operator_role } from '@kushi/db/schema/operator'
import { master_data } from '@kushi/db/schema/shop'
import { INQUIRY_STATUS } from '@kushi/values/inquiry-status'
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AdminHandler, rowCounter } from '../../../foundation/admin/index.ts'
import { activeRoleCondition } from '../../operator/index.ts'

/**
 * Data for the inbox: the number of inquiries in each state, the operators who may be assigned, kinds and templates.
 */
export const showInquiryDesk: AdminHandler<'GET /admin/v1/inquiry-desk'> = async ({ db, shop_id }) => {
  const count = (which: SQL) =>
    rowCounter(db, inquiry)({ where: and(eq(inquiry.shop_id, shop_id), eq(inquiry.kind, 'contact'), which) })
  const states = Object.values(INQUIRY_STATUS)
  const [waiting, totals, operators, categories, templates] = await Promise.all([
    count(sql`${inquiry.queue_at} < 'infinity'`),
    Promise.all(states.map((state) => count(eq(inquiry.inquiry_status_id, state)))),
    db
      .select({ id: operator.id, name: operator.name })
      .from(operator)
      .leftJoin(operator_role, activeRoleCondition(shop_id))
      .where(and(isNull(operator.stopped_at), or(isNotNull(operator_role.role), isNotNull(operator.installation_role))))
      .orderBy(asc(operator.id))
      .limit(500),
    db
      .select({ id: master_data.id, name: master_data.label })
      .from(master_data)
      .where(and(eq(master_data.shop_id, shop_id), eq(master_data.name, 'inquiry_category')))
      .orderBy(asc(master_data.sort_no)),
    db
      .select({ id: inquiry_template.id, template_name: inquiry_template.template_name, body: inquiry_template.body })
      .from(inquiry_template)
      .where(eq(inquiry_template.shop_id, shop_id))
      .orderBy(asc(inquiry_template.template_name))
      .limit(200),
  ])
  return {
    waiting,
    operators,
    templates,
    counts: states.map((inquiry_status_id, at) => ({ inquiry_status_id, total: totals[at]! })),
    categories: categories.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }])),
  }
}
