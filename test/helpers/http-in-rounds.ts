import type { HttpRequest, HttpResponse } from '../../src/ports/http.ts';
import { FakeServer } from './fake-server.ts';

/** A server that answers nobody before everything that could be asked meanwhile has been asked: a round. */
export class HttpInRounds extends FakeServer {
  /** What was called together, by the endpoint's name. */
  readonly rounds: string[][] = [];
  private held: { name: string; answer: () => void }[] = [];

  override async send(request: HttpRequest): Promise<HttpResponse> {
    await new Promise<void>((answer) => this.held.push({ name: this.nameOf(request), answer }));
    return super.send(request);
  }

  isAsked(): boolean {
    return this.held.length > 0;
  }

  /** Answers all that was asked since the last time. */
  answersRound(): void {
    const round = this.held.splice(0);
    this.rounds.push(round.map(({ name }) => name));
    for (const { answer } of round) answer();
  }
}
