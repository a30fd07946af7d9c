/** Response times of one customer who requests the product list repeatedly until `over`. */
export const customerOf =
  (url: string) =>
  async (over: Promise<unknown>): Promise<string> => {
    const waits: number[] = []
    let isOver = false
    void over.then(() => {
      isOver = true
    })
    while (!isOver) {
      const began = performance.now()
      const { status } = await fetch(
        `${url}/v1/product?page=${1 + (waits.length % 3)}&per_page=${1 + (waits.length % 40)}`,
      )
      waits.push(performance.now() - began)
      if (status !== 200) throw new Error(`${status} for the customer`)
    }
    waits.sort((a, b) => a - b)
    const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!.toFixed(0)
    return `${waits.length} answers, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`
  }
