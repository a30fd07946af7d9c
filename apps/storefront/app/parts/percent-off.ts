/** The discount in whole percent, rounded down; 0: no discount, or the price is not shown. */
export const percentOff = (usual: number | null, price: number | null): number =>
  usual && price !== null && price < usual ? Math.floor((1 - price / usual) * 100 + 1e-9) : 0
