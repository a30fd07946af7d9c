import { sql } from 'drizzle-orm'
import { payment } from './schema/payment.ts'

/** 未返金 in SQL, as in the index `payment_owed`: yen that are here beyond what is left of the sale. */
const owedSum = sql`${payment.captured_amount} + ${payment.credited_amount} - ${payment.refunded_amount} - ${payment.repaid_amount}`
export const isOwed = sql`${owedSum} > ${payment.amount}`
export const owedSql = sql<number>`greatest(0, ${owedSum} - ${payment.amount})`
