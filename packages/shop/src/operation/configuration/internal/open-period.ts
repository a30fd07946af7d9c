interface OpenPeriod<Moment> {
  opens_at: Moment | null
  closes_at: Moment | null
}

/** 受付の期間 of a row, as a form reads it: ISO 8601 in UTC. */
export const openPeriodFromRow = ({ opens_at, closes_at }: OpenPeriod<Date>): OpenPeriod<string> => ({
  opens_at: opens_at?.toISOString() ?? null,
  closes_at: closes_at?.toISOString() ?? null,
})

/** 受付の期間 of a form's input, as its row keeps it. */
export const openPeriodFromInput = ({ opens_at, closes_at }: OpenPeriod<string>): OpenPeriod<Date> => ({
  opens_at: opens_at === null ? null : new Date(opens_at),
  closes_at: closes_at === null ? null : new Date(closes_at),
})
