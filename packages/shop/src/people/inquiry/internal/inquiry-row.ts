import type { inquiry } from '@kushi/db/schema/inquiry'

export type InquiryRow = typeof inquiry.$inferSelect
