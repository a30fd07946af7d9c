/** By how many whole per cent a price is below another, never more than it is; 0: not at all, or not shown. */
export const percentOff = (usual: number | null, price: number | null): number =>
  usual && price !== null && price < usual ? Math.floor((1 - price / usual) * 100 + 1e-9) : 0
