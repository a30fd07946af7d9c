/** From when a parcel that is confirmed now counts as sent: when the truck comes (`15:00`), or at once. */
export function dueAt(now: Date, today: string, pickup_time: string | null): Date {
  if (pickup_time === null) return now
  const pickup = new Date(`${today}T${pickup_time}:00+09:00`)
  return pickup > now ? pickup : now
}
