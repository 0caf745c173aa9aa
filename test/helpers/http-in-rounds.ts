import type { HttpRequest, HttpResponse } from '../../src/ports/http.ts';
import { FakeServer } from './fake-server.ts';

/** A fake server that holds its responses until `answersRound`, so that a test sees which requests are sent concurrently. */
export class HttpInRounds extends FakeServer {
  /** The endpoint names of each round of concurrent requests. */
  readonly rounds: string[][] = [];
  private held: { name: string; answer: () => void }[] = [];

  override async send(request: HttpRequest): Promise<HttpResponse> {
    await new Promise<void>((answer) => this.held.push({ name: this.nameOf(request), answer }));
    return super.send(request);
  }

  isAsked(): boolean {
    return this.held.length > 0;
  }

  /** Responds to all requests since the previous round. */
  answersRound(): void {
    const round = this.held.splice(0);
    this.rounds.push(round.map(({ name }) => name));
    for (const { answer } of round) answer();
  }
}
