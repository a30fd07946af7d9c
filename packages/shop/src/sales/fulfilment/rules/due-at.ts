/**
 * The time from which a parcel confirmed now counts as shipped: when the truck comes today (`15:00` JST), or at once.
 */
export function shipmentDueAt(now: Date, today: string, pickup_time: string | null): Date {
  if (pickup_time === null) return now
  const pickup = new Date(`${today}T${pickup_time}:00+09:00`)
  return pickup > now ? pickup : now
}
